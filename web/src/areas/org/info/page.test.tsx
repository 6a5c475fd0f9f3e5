import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import * as client from '../../../http/client.ts'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import IntentsPage from './page.tsx'

const may = vi.hoisted(() => ({ add: true }))
vi.mock('../../../session/use-may-open.ts', () => ({ useMayOpen: () => () => may.add }))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useNavigate: () => vi.fn(),
  useRouter: () => ({}),
}))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('org')
})
afterEach(cleanup)

test.each([
  [true, 'Tell the operator what you wish to finance; an offer follows.'],
  [false, 'A maker of your company tells the operator here what it wishes to finance; an offer follows.'],
])('an empty page of intents asks for one only of whoever may enter it: %s', async (add, words) => {
  may.add = add
  vi.spyOn(client, 'send').mockResolvedValue({ list: [], total: 0 })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <IntentsPage />
    </QueryClientProvider>,
  )
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryAllByRole('button').length > 0).toBe(add)
})
