import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Kit } from '../../form/kit.tsx'
import { stubWindow } from '../../form/window-stub.fixture.ts'
import { startTexts } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import CashflowPage from './cashflow-page.tsx'

type Asked = { body: { currency?: string } }
const held = new Map<string, () => void>()
const answerOf = (currency: string, amount: string) => ({
  ...{ currency, currencies: ['USD', 'EUR'], from: '2026-05-01', to: '2026-05-31', step: 'WEEK', isPart: false },
  ...{ totals: { in: amount, out: '0.00', net: amount }, periods: [], rows: [], count: 0 },
})
vi.mock('../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: (_: unknown, { body: { currency = 'USD' } }: Asked) =>
    new Promise((resolve) => held.set(currency, () => resolve(answerOf(currency, currency === 'USD' ? '11.00' : '22.00')))),
}))
vi.mock('@tanstack/react-router', async (original) => ({ ...(await original<object>()), useRouter: () => ({}) }))
vi.mock('../../session/can.tsx', () => ({ Can: () => null }))

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('report')
})
afterEach(cleanup)

test('the figures of the former currency are paled until those of the new one are there', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Kit>
        <CashflowPage />
      </Kit>
    </QueryClientProvider>,
  )
  await waitFor(() => held.get('USD')!())
  const isStale = (amount: string) => screen.getAllByText(new RegExp(amount))[0]!.closest('.is-stale') !== null
  await screen.findAllByText(/11\.00/)
  expect(isStale('11.00')).toBe(false)
  fireEvent.change(screen.getByRole('combobox', { name: 'Currency' }), { target: { value: 'EUR' } })
  await waitFor(() => expect(isStale('11.00')).toBe(true))
  held.get('EUR')!()
  await screen.findAllByText(/22\.00/)
  expect(isStale('22.00')).toBe(false)
})
