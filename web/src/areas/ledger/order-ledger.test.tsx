import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import type { Answer } from '@usance/wire/call'
import type { ledgerCalls } from '@usance/wire/ledger/calls'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts, switchLanguage } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import { OrderLedger } from './order-ledger.tsx'

type Books = Answer<typeof ledgerCalls.order>
const journal = (id: string, loan: Books['journals'][number]['loan']): Books['journals'][number] => ({
  ...{ id, event: 'FUNDING', valueDate: '2026-11-27', postedOn: '2026-11-27', reverses: false, reversed: false },
  ...{ loan, lines: [], totals: [] },
})
const books: Books = {
  journals: [journal('J-1', { id: 'L', orderNo: 'FO-LOAN' }), journal('J-2', null)],
  more: false,
  balances: [],
}
vi.mock('../../http/client.ts', async (original) => ({ ...(await original<object>()), send: async () => books }))
vi.mock('../../list/row-link.tsx', () => ({
  RowLink: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('money')
})
afterEach(async () => {
  cleanup()
  await switchLanguage('en-US')
})

test.each([
  ['en-US', 'With lines of the loan that this order pays off: FO-LOAN'],
  ['zh-CN', '含本单所偿还贷款的分录： FO-LOAN'],
] as const)('an entry that has lines of the loan of its order says so, and leads to the loan (%s)', async (language, told) => {
  await switchLanguage(language)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <OrderLedger orderId="O" />
    </QueryClientProvider>,
  )
  const link = await screen.findByRole('link')
  expect([link.getAttribute('href'), link.parentElement?.textContent]).toEqual(['/finance/finance-order/L/detail', told])
})
