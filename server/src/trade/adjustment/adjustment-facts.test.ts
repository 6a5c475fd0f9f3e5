import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factsTo } from '../../testing/facts.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, passAll } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const put = (invoiceId: string, type: 'CREDIT_NOTE' | 'DEBIT_NOTE') =>
  portal.ask(portal.seats.alderMaker, adjustmentCalls.add, {
    body: { invoiceId, type, refNo: `N-${type}`, amount: '1000.00', date: '2025-03-01', reason: 'Two rolls were short.' },
  })

test.each([
  ['CREDIT_NOTE', '99000.00 USD'],
  ['DEBIT_NOTE', '101000.00 USD'],
] as const)(
  'who decides on a %s reads beside the decision its invoice, its reason, and what is owed before and after',
  async (type, after) => {
    const { cedarChecker, operations } = portal.seats
    const id = await aConfirmedInvoice(portal)
    const { no } = await put(id, type)
    for (const seat of [cedarChecker, operations]) {
      const page = await portal.ask(seat, invoiceCalls.detail, { query: { id } })
      expect(await factsTo(portal, seat, no, 'INVOICE_ADJUSTMENT')).toEqual({
        document: page.invoiceNo,
        supplier: page.supplier.name,
        buyer: page.buyer.name,
        face: `${page.amount} USD`,
        adjustmentType: type,
        amount: `${page.adjustments[0]!.amount} USD`,
        reference: `N-${type}`,
        datedOn: '2025-03-01',
        owedBefore: `${page.outstanding} USD`,
        owedAfter: after,
        reason: 'Two rolls were short.',
      })
    }
    await passAll(portal, no, 'INVOICE_ADJUSTMENT')
    const facts = await factsTo(portal, operations, no, 'INVOICE_ADJUSTMENT')
    expect(facts).not.toHaveProperty('owedBefore')
    expect((await portal.ask(operations, invoiceCalls.detail, { query: { id } })).outstanding).toBe(after.split(' ')[0])
  },
)
