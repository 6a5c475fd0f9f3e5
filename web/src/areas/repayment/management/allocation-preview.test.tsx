import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { AllocationPreview } from './allocation-preview.tsx'

const asked: { amount: string; answer: (plan: object) => void }[] = []
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: (_: unknown, { body }: { body: { amount: string } }) =>
    new Promise((answer) => asked.push({ amount: body.amount, answer })),
}))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('money')
})
beforeEach(() => {
  asked.length = 0
})
afterEach(cleanup)

const planOf = (principal: string) => ({
  ...{ currency: 'USD', owed: [], again: [], settles: false },
  totals: {
    ...{ fees: '0.00', penalty: '0.00', interest: '0.00', principal, reserve: '0.00', forSupplier: '0.00' },
    ...{ buyerFees: '0.00', refund: '0.00', rebate: '0.00', rebateToPrincipal: '0.00', breakCosts: '0.00' },
  },
})
/** A preview that is answered for 100; the returned function types another amount. */
async function answered() {
  const queries = new QueryClient()
  const of = (amount: string) => (
    <QueryClientProvider client={queries}>
      <AllocationPreview
        orderId="o"
        amount={amount}
        currency="USD"
        valueDate="2026-01-02"
        payerRole="BUYER"
        fundSource="COLLECTION"
      />
    </QueryClientProvider>
  )
  const { rerender } = render(of('100.00'))
  await waitFor(() => expect(asked).toHaveLength(1))
  await act(async () => asked[0]!.answer(planOf('90.00')))
  await screen.findByText(/90\.00/)
  return (amount: string) => rerender(of(amount))
}
const busy = () => screen.getByRole('table').closest('[aria-busy]')?.getAttribute('aria-busy')

test('the preview of an earlier amount keeps that amount, and is marked until the next one is answered', async () => {
  const type = await answered()
  expect(busy()).toBe('false')
  type('250.00')
  expect(busy()).toBe('true')
  await waitFor(() => expect(asked.map(({ amount }) => amount)).toEqual(['100.00', '250.00']))
  expect(busy()).toBe('true')
  expect(screen.getByText(/100\.00/)).toBeTruthy()
  expect(screen.queryByText(/250\.00/)).toBeNull()
  await act(async () => asked[1]!.answer(planOf('240.00')))
  await screen.findByText(/240\.00/)
  expect(busy()).toBe('false')
  expect(screen.getByText(/250\.00/)).toBeTruthy()
})

test('an amount of zero has no preview, even after another amount had one', async () => {
  const type = await answered()
  type('0.00')
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
  expect(asked).toHaveLength(1)
})
