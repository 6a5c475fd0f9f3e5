import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import Page from './page.tsx'

const { send } = vi.hoisted(() => ({ send: vi.fn() }))
vi.mock('../../../http/client.ts', async (original) => ({ ...(await original<object>()), send }))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouter: () => ({ navigate: vi.fn() }),
}))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('money')
})
afterEach(cleanup)

test('an account that is switched off says so beside the number of a payer', async () => {
  const row = { payerName: 'Cedar', funderName: 'Elm', currency: 'USD', received: 0 }
  send.mockResolvedValue({
    rows: [
      { ...row, id: '1', number: 'VA-1', bankAccount: '80010001', isOff: false },
      { ...row, id: '2', number: 'VA-2', bankAccount: '••••0002', isOff: true },
    ],
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  )
  const on = await screen.findByRole('row', { name: /VA-1/ })
  expect(on.textContent).not.toContain('switched off')
  expect(screen.getByRole('row', { name: /VA-2/ }).textContent).toContain('••••0002 (switched off)')
})
