import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts, t } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import { RepaymentPanel } from '../repayment/repayment-panel.tsx'
import { FilePanel } from './files/file-panel.tsx'
import { PaymentPanel } from './payment-panel.tsx'

const record = (id: string) => ({
  ...{
    id,
    no: `NO-${id}`,
    type: 'FEE_REMIT',
    status: 'INSTRUCTED',
    orderId: null,
    orderNo: null,
    amount: '100.00',
    currency: 'USD',
  },
  ...{ dueDate: '2026-11-25', valueDate: null, bankRef: null, failReason: null, reason: null, payerRole: 'BUYER' },
  ...{ receiptNo: null, payeeName: 'Usance', funderName: '', payee: null, payer: null, instructedBy: null, paidBy: null },
  ...{ createdAt: '2026-11-24T00:00:00.000Z', timing: null, coolingUntil: null, bankFile: null, transfers: [], withBank: [] },
  ...{ makeUp: [], owedNow: null, releases: [], fundSource: 'COLLECTION', collectionNo: null, payerName: null },
  ...{ reversalReason: null, maybeSameAs: null, maybeReturnOf: [], reportedBack: false, reversalInApproval: false },
  ...{ allocations: [], mostAgain: null, surplus: '0', rebate: '0', breakCosts: '0', earlyFee: '0', matchReason: null },
  ...{
    totals: 'USD 100.00',
    payments: 1,
    makerName: 'Ann',
    takenAt: null,
    voidReason: null,
    bytes: 1,
    sha256: 'a',
    reports: [],
    batches: [],
  },
  operations: ['FAIL', 'VOID', 'REVERSE'],
})
vi.mock('../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async (_: unknown, { body }: { body: { id: string } }) => record(body.id),
}))
vi.mock('../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useCan: () => () => true,
  useMayAct: () => () => true,
}))
vi.mock('../approval/approval-panel.tsx', () => ({ ApprovalPanel: () => null }))
vi.mock('../repayment/repayment-ahead.tsx', () => ({ RepaymentAhead: () => null }))
vi.mock('../repayment/reverse-dialog.tsx', async () => {
  const { Dialog } = await import('../../ui/dialog.tsx')
  return {
    ReverseDialog: () => (
      <Dialog open title="reverse" onClose={() => {}}>
        {null}
      </Dialog>
    ),
  }
})

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('money')
})
afterEach(cleanup)

type Panel = ComponentType<{ id: string | undefined; onClose: () => void; onChanged: () => void }>
const panels: [string, Panel, Parameters<typeof t>[0]][] = [
  ['payment', PaymentPanel, 'payment.fail'],
  ['payment file', FilePanel, 'payment.file.void'],
  ['repayment', RepaymentPanel, 'repayment.reverse'],
]
test.each(panels)('a dialog that is open on one %s is not open on the next', async (_, Panel, word) => {
  const queries = new QueryClient()
  const panel = (id: string | undefined) => (
    <QueryClientProvider client={queries}>
      <Panel id={id} onClose={() => {}} onChanged={() => {}} />
    </QueryClientProvider>
  )
  const { rerender } = render(panel('A'))
  fireEvent.click(await screen.findByRole('button', { name: t(word) }))
  expect(screen.getAllByRole('dialog', { hidden: true })).toHaveLength(2)
  // The browser's own button takes the id out of the address.
  rerender(panel(undefined))
  rerender(panel('B'))
  await screen.findAllByText(/NO-B/)
  expect(screen.getAllByRole('dialog', { hidden: true })).toHaveLength(1)
})
