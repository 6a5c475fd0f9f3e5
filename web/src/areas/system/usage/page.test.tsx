import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import UsagePage from './page.tsx'

vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async (_: unknown, { body }: { body: { days: number } }) =>
    body.days === 30 ? { heldFrom: {}, sessions: 4711, people: 12, funnel: [], pages: [], errors: [] } : new Promise(() => {}),
}))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouter: () => ({ history: { canGoBack: () => true, back: vi.fn() }, navigate: vi.fn() }),
}))
beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('insight')
})
afterEach(cleanup)
test('the figures of thirty days do not stand under a year while that is on its way', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UsagePage />
    </QueryClientProvider>,
  )
  await screen.findByText('4,711')
  fireEvent.change(screen.getByRole('combobox'), { target: { value: '365' } })
  expect(screen.queryByText('4,711')).toBeNull()
})
