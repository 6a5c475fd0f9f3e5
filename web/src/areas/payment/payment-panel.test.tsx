import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import type { PaymentDetail } from '@usance/wire/payment/calls'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts, switchLanguage } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import { PaymentPanel } from './payment-panel.tsx'

const payment: PaymentDetail = {
  ...{ id: 'P', no: 'PAY-1', type: 'FEE_REMIT', status: 'PAID', orderId: null, orderNo: null, amount: '100.00', currency: 'USD' },
  ...{ dueDate: '2026-11-25', valueDate: '2026-11-26', bankRef: 'BR-2', failReason: 'The account is closed.', reason: null },
  ...{ receiptNo: null, payeeName: 'Usance', funderName: '', payee: null, payer: null, instructedBy: null, paidBy: null },
  ...{
    createdAt: '2026-11-24T00:00:00.000Z',
    timing: null,
    coolingUntil: null,
    bankFile: null,
    operations: [],
    transfers: [],
    withBank: [],
  },
  ...{ makeUp: [], owedNow: null, releases: [] },
}
let status: string
let withBank: PaymentDetail['withBank'] = []
vi.mock('../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async () => ({ ...payment, status, withBank }),
}))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('money')
})
afterEach(cleanup)

const labelOfReason = async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PaymentPanel id="P" onClose={() => {}} onChanged={() => {}} />
    </QueryClientProvider>,
  )
  return (await screen.findByText(payment.failReason!)).previousElementSibling?.textContent
}

test.each(['PAID', 'IN_APPROVE', 'INSTRUCTED', 'DRAFT', 'CANCELLED'])(
  'a payment that is %s shows the reason of an earlier failure as history',
  async (now) => {
    status = now
    expect(await labelOfReason()).toBe('Why an earlier try was not paid')
  },
)

test('a payment that failed shows why it was not paid', async () => {
  status = 'FAILED'
  expect(await labelOfReason()).toBe('Why it was not paid')
})

test('the reason of a payment is named by its state in Chinese too', async () => {
  await switchLanguage('zh-CN')
  status = 'FAILED'
  expect(await labelOfReason()).toBe('未付款原因')
  cleanup()
  status = 'PAID'
  expect(await labelOfReason()).toBe('此前未付款的原因')
  await switchLanguage('en-US')
})

test.each([
  ['en-US', /^Document IN-1 is with the bank for another order,/, /^Document IN-1 is with the bank by file PF-1 for order FO-1,/],
  ['zh-CN', /^银行仍持有单据 IN-1 对应另一笔已终止订单的转账/, /^银行仍按文件 PF-1 持有单据 IN-1 对应已终止订单 FO-1 的转账/],
] as const)(
  'a payment of which a document is with the bank for another order says so, with the order for staff (%s)',
  async (language, plain, named) => {
    await switchLanguage(language)
    status = 'DRAFT'
    for (const [one, words] of [
      [{ docNo: 'IN-1' }, plain],
      [{ docNo: 'IN-1', other: { orderId: 'O', orderNo: 'FO-1', fileNo: 'PF-1' } }, named],
    ] as const) {
      withBank = [one]
      await labelOfReason()
      expect(screen.getByRole('note').textContent).toMatch(words)
      cleanup()
    }
    withBank = []
    await switchLanguage('en-US')
  },
)

test('a document that the bank has for two other orders is told once to who does not read which they are, and with each to staff', async () => {
  const faults = vi.spyOn(console, 'error')
  status = 'DRAFT'
  withBank = [{ docNo: 'IN-1' }, { docNo: 'IN-2' }, { docNo: 'IN-1' }]
  await labelOfReason()
  expect(screen.getAllByRole('note').map(({ textContent }) => /IN-\d/.exec(textContent)?.[0])).toEqual(['IN-1', 'IN-2'])
  cleanup()
  const one = { orderId: 'O', orderNo: 'FO-1', fileNo: 'PF-1' }
  withBank = [
    { docNo: 'IN-1', other: one },
    { docNo: 'IN-2', other: one },
    { docNo: 'IN-1', other: { orderId: 'P', orderNo: 'FO-2', fileNo: 'PF-2' } },
  ]
  await labelOfReason()
  expect(screen.getAllByRole('note')).toHaveLength(3)
  expect(faults).not.toHaveBeenCalled()
  faults.mockRestore()
  withBank = []
})
