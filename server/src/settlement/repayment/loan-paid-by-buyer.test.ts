import { addDays } from '@usance/domain/local-date'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, aRepayment, brokenLaws, takeBack } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, passWriteOff } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

/** A loan of 60,000 against a purchase order of 100,000. */
async function aLoan(fundingDate = openingDay) {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseOrder', fundingDate, tenors: [90] })
  const { purchaseOrderId } = await portal.look((tx) =>
    tx.selectFrom('financeOrderItem').select('purchaseOrderId').where('orderId', '=', orderId).executeTakeFirstOrThrow(),
  )
  /** An invoice raised from the purchase order. */
  const invoiced = async (amount: string, days: number) => {
    const id = await aConfirmedInvoice(portal, { amount, dueDate: addDays(openingDay, days) })
    await portal.look((tx) => tx.updateTable('invoice').set({ purchaseOrderId }).where('id', '=', id).execute())
    return id
  }
  return { orderId, purchaseOrderId, invoiced }
}
const invoice = (id: string) =>
  portal.look((tx) =>
    tx.selectFrom('invoice').select(['outstanding', 'payStatus']).where('id', '=', id).executeTakeFirstOrThrow(),
  )
const principal = (id: string) =>
  portal.look(
    async (tx) =>
      (await tx.selectFrom('financeOrder').select('principalOutstanding').where('id', '=', id).executeTakeFirstOrThrow())
        .principalOutstanding,
  )
const paidBy = (id: string) =>
  portal
    .ask(portal.seats.settlement, repaymentCalls.detail, { body: { id } })
    .then(({ allocations }) =>
      allocations.filter((one) => !one.reversed).map(({ component, amount }) => `${component} ${amount}`),
    )
const ahead = (orderId: string, amount: string) =>
  portal
    .ask(portal.seats.settlement, repaymentCalls.preview, { body: { orderId, amount, valueDate: openingDay } })
    .then(({ allocations }) => allocations.map((one) => `${one.component} ${one.amount}`))

test('a buyer that pays on a purchase-order loan pays the invoices behind it, the earliest due first, and no more', async () => {
  const { orderId, invoiced } = await aLoan()
  const early = await aRepayment(portal, orderId, '5000')
  expect(await paidBy(early.id)).toEqual(['REFUND 5000.00'])
  const [later, first] = [await invoiced('30000.00', 60), await invoiced('40000.00', 40)]
  expect(await ahead(orderId, '50000')).toEqual(['PRINCIPAL 50000.00'])
  const paid = await aRepayment(portal, orderId, '50000')
  expect(await paidBy(paid.id)).toEqual(['PRINCIPAL 50000.00'])
  expect(await invoice(first)).toEqual({ outstanding: '0.0000', payStatus: 'PAID' })
  expect(await invoice(later)).toEqual({ outstanding: '20000.0000', payStatus: 'PARTIAL' })
  expect(await principal(orderId)).toBe('10000.0000')

  // What a buyer reads of it is what it paid on its invoices.
  const own = await portal.ask(portal.seats.cedarMaker, repaymentCalls.detail, { body: { id: paid.id } })
  expect(own.allocations.map(({ component, amount }) => `${component} ${amount}`).sort()).toEqual([
    'INVOICE 10000.00',
    'INVOICE 40000.00',
  ])

  // The loan needs 10,000 more; nothing behind it is assigned, so that the rest goes back.
  expect((await ahead(orderId, '15000')).sort()).toEqual(['PRINCIPAL 10000.00', 'REFUND 5000.00'])
  const last = await aRepayment(portal, orderId, '15000')
  expect((await paidBy(last.id)).sort()).toEqual(['PRINCIPAL 10000.00', 'REFUND 5000.00'])
  expect(await invoice(later)).toMatchObject({ outstanding: '10000.0000' })
  expect(await principal(orderId)).toBe('0.0000')

  // Without the first payment the last one pays the invoice that was due first.
  await takeBack(portal, paid)
  expect(await paidBy(last.id)).toEqual(['PRINCIPAL 15000.00'])
  expect(await invoice(first)).toMatchObject({ outstanding: '25000.0000' })
  expect(await invoice(later)).toMatchObject({ outstanding: '30000.0000' })
})

test('a buyer that pays the invoice behind a loan twice gets the second payment back, whichever is known first', async () => {
  const { orderId, invoiced } = await aLoan()
  const only = await invoiced('20000.00', 40)
  const day = await runEndOfDay(portal.app, { through: addDays(openingDay, 4) })
  const known = await aRepayment(portal, orderId, '20000', { valueDate: day })
  expect((await paidBy(known.id)).join()).not.toContain('REFUND')
  // The bank tells a payment of an earlier day later.
  const earlier = await aRepayment(portal, orderId, '20000', { valueDate: addDays(day, -2) })
  expect((await paidBy(earlier.id)).join()).not.toContain('REFUND')
  expect(await paidBy(known.id)).toEqual(['REFUND 20000.00'])
  expect(await invoice(only)).toMatchObject({ outstanding: '0.0000' })
  // The supplier owes the loan and pays it without an invoice of its buyer.
  const own = await aRepayment(portal, orderId, '10000', {
    valueDate: day,
    payerRole: 'SUPPLIER',
    payerName: 'Alder Textiles Ltd',
  })
  expect((await paidBy(own.id)).join()).not.toContain('REFUND')
})

test('money on a loan pays no invoice of its purchase order that another order has lost: its buyer owes it there', async () => {
  const fundingDate = await runEndOfDay(portal.app, { through: addDays(openingDay, 6) })
  const { orderId, purchaseOrderId, invoiced } = await aLoan(fundingDate)
  const lost = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate, faces: ['40000'], tenors: [5] })
  const [lostInvoice] = lost.invoiceIds
  await portal.look((tx) => tx.updateTable('invoice').set({ purchaseOrderId }).where('id', '=', lostInvoice!).execute())
  const open = await invoiced('30000.00', 60)
  const day = await runEndOfDay(portal.app, { through: addDays(openingDay, 111) })
  await portal.ask(portal.seats.elmMaker, writeOffCalls.request, {
    body: { orderId: lost.orderId, reason: 'The buyer is insolvent.' },
  })
  const { orderNo } = await portal.look((tx) =>
    tx.selectFrom('financeOrder').select('orderNo').where('id', '=', lost.orderId).executeTakeFirstOrThrow(),
  )
  await passWriteOff(portal, orderNo)

  const { id } = await aRepayment(portal, orderId, '50000', { valueDate: day })
  expect((await paidBy(id)).at(-1)).toBe('REFUND 20000.00')
  expect([await invoice(open), await invoice(lostInvoice!)]).toMatchObject([
    { outstanding: '0.0000' },
    { outstanding: '40000.0000' },
  ])
  // What comes back of the loss is paid on the lost order.
  await aRepayment(portal, lost.orderId, '40000', { valueDate: day })
  expect(await invoice(lostInvoice!)).toMatchObject({ outstanding: '0.0000' })
})
