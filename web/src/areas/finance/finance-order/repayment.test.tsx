import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import type { OrderDetail } from '@usance/wire/finance-order/order'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts } from '../../../i18n/load-area.ts'
import { Repayment } from './repayment.tsx'

vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async () => ({ schedule: [], repayments: [], stillOwed: [], payoff: null, afterLoss: null }),
}))
vi.mock('../../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useSession: () => ({ user: { companyRole: 'BUYER' } }),
}))

beforeAll(async () => {
  await startTexts()
  await loadAreaTexts('finance')
})
afterEach(cleanup)

const loan: Pick<OrderDetail, 'id' | 'orderNo' | 'currency' | 'fundingDate' | 'principalOutstanding'> = {
  ...{ id: 'F', orderNo: 'FO-1', currency: 'USD', fundingDate: '2026-11-02', principalOutstanding: '0.00' },
}

test('the buyer of a purchase order reads that the loan on it is not its debt, in place of a table without rows', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Repayment order={loan} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText(/is the supplier’s debt/)).toBeTruthy()
  expect(screen.queryByRole('table')).toBe(null)
})
