import { addDays } from '@usance/domain/local-date'
import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { asConversion } from '../../testing/as-conversion.ts'
import { aConfirmedOrder, aFundedOrder, aRepayment, brokenLaws, credit, passAll, payFunding } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, requestFor } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

/** A loan of 60 % of what was not yet invoiced of a purchase order of 100,000 when it was made. */
async function aLoan(faces: { notInvoiced: string }) {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseOrder', faces: [faces.notInvoiced], tenors: [90] })
  const purchaseOrderId = await portal.look(async (tx) => {
    const item = await tx.selectFrom('financeOrderItem').selectAll().where('orderId', '=', orderId).executeTakeFirstOrThrow()
    await tx.updateTable('purchaseOrder').set({ amount: '100000' }).where('id', '=', item.purchaseOrderId).execute()
    return item.purchaseOrderId!
  })
  const name = (ids: string[]) =>
    portal.look((tx) => tx.updateTable('invoice').set({ purchaseOrderId }).where('id', 'in', ids).execute())
  const invoiced = async (amount: string, days = 60) => {
    const id = await aConfirmedInvoice(portal, { amount, issueDate: openingDay, dueDate: addDays(openingDay, days) })
    await name([id])
    return id
  }
  const payoff = async (...ids: string[]) => {
    const { total } = await portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, {
      body: requestFor(portal, ids, { fundingDate: openingDay, arpOfOrderId: orderId }),
    })
    return (Number(total.net) - Number(total.cashToSupplier)).toFixed(2)
  }
  return { orderId, purchaseOrderId, name, invoiced, payoff }
}
const orderOf = (id: string) =>
  portal.look((tx) =>
    tx.selectFrom('financeOrder').select(['status', 'principalOutstanding']).where('id', '=', id).executeTakeFirstOrThrow(),
  )

/** Pays a conversion of an invoice of that face. */
async function convert(parentId: string, face: string) {
  const child = await aConfirmedOrder(portal, { product: 'purchaseInAdvance', faces: [face], tenors: [60] })
  await asConversion(portal, child.orderId, parentId)
  await payFunding(portal, child.orderId)
}

test('the last invoice pays the loan off where others of its purchase order were sold before the loan', async () => {
  const { orderId, name, invoiced, payoff } = await aLoan({ notInvoiced: '60000' })
  const sold = await aFundedOrder(portal, { product: 'purchaseInAdvance', faces: ['40000'], tenors: [60] })
  await name(sold.invoiceIds)
  // Half of what may still be converted, then all of it.
  const [half, rest] = [await invoiced('30000.00'), await invoiced('30000.00')]
  expect(await payoff(half)).toBe('18000.00')
  expect(await payoff(half, rest)).toBe('36000.00')
  await portal.look((tx) => tx.updateTable('invoice').set({ docStatus: 'CANCELLED' }).where('id', 'in', [half, rest]).execute())
  await convert(orderId, '60000')
  expect(await orderOf(orderId)).toMatchObject({ status: 'CONVERTED', principalOutstanding: '0.0000' })
})

test('the last invoice takes all that is left of a loan on which the buyer has paid the others', async () => {
  const { orderId, invoiced, payoff } = await aLoan({ notInvoiced: '100000' })
  const [first] = [await invoiced('40000.00', 40)]
  expect(await payoff(first)).toBe('24000.00')
  const last = await invoiced('60000.00')
  expect(await payoff(last)).toBe('36000.00')
  // Three quarters of the first are paid: of 70,000 that are left the last one is six sevenths.
  await aRepayment(portal, orderId, '30000')
  expect(await payoff(last)).toBe('25714.29')
  await aRepayment(portal, orderId, '10000')
  expect(await payoff(last)).toBe('20000.00')
})

test('an invoice that nobody has confirmed takes nothing off the payoff, in the price and in the books', async () => {
  const { alderMaker } = portal.seats
  const { orderId, purchaseOrderId, invoiced, payoff } = await aLoan({ notInvoiced: '100000' })
  const shipped = await invoiced('60000.00')
  expect(await payoff(shipped)).toBe('36000.00')
  const claim = await portal.ask(alderMaker, invoiceCalls.add, {
    body: {
      buyerCode: 'CEDAR',
      invoiceNo: newId(),
      issueDate: openingDay,
      dueDate: addDays(openingDay, 60),
      currency: 'USD',
      amount: '600000.00',
      purchaseOrderId,
      idempotencyKey: newId(),
    },
  })
  await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [claim.id] } })
  expect(await payoff(shipped)).toBe('36000.00')
  await portal.look((tx) => tx.updateTable('invoice').set({ docStatus: 'CANCELLED' }).where('id', '=', shipped).execute())
  await convert(orderId, '60000')
  expect(await orderOf(orderId)).toMatchObject({ status: 'PARTIALLY_REPAID', principalOutstanding: '24000.0000' })
  const last = await invoiced('40000.00')
  expect(await payoff(last)).toBe('24000.00')
  await portal.ask(alderMaker, invoiceCalls.cancel, { body: { id: claim.id } })
  expect(await payoff(last)).toBe('24000.00')
})

test('confirmed invoices beyond their purchase order pay off by its amount, and the one that exhausts it pays the rest', async () => {
  const { orderId, invoiced, payoff } = await aLoan({ notInvoiced: '100000' })
  const [first, second] = [await invoiced('80000.00'), await invoiced('80000.00')]
  const other = await invoiced('80000.00')
  expect(await payoff(first)).toBe('48000.00')
  expect(await payoff(first, second)).toBe('60000.00')
  // What is credited of an invoice beyond the order is none of its goods.
  await credit(portal, other, '20000.00')
  expect(await payoff(first)).toBe('48000.00')
  await portal.look((tx) => tx.updateTable('invoice').set({ docStatus: 'CANCELLED' }).where('id', '=', first).execute())
  await convert(orderId, '80000')
  expect(await orderOf(orderId)).toMatchObject({ status: 'PARTIALLY_REPAID', principalOutstanding: '12000.0000' })
  expect(await payoff(second)).toBe('12000.00')
})

test('a debit note shrinks the payoff of no invoice, neither of another one nor of its own, in the price and in the books', async () => {
  const { alderMaker } = portal.seats
  const { orderId, invoiced, payoff } = await aLoan({ notInvoiced: '100000' })
  const [noted, other] = [await invoiced('60000.00'), await invoiced('36000.00')]
  const note = async (type: 'CREDIT_NOTE' | 'DEBIT_NOTE', amount: string) => {
    const { no } = await portal.ask(alderMaker, adjustmentCalls.add, {
      body: { invoiceId: noted, type, refNo: newId(), amount, date: openingDay, reason: 'Freight' },
    })
    await passAll(portal, no, 'INVOICE_ADJUSTMENT')
  }
  const payoffs = async () => [await payoff(noted), await payoff(other), await payoff(noted, other)]
  const shares = ['36000.00', '21600.00', '57600.00']
  expect(await payoffs()).toEqual(shares)
  await note('DEBIT_NOTE', '600000.00')
  expect(await payoffs()).toEqual(shares)
  // What a credit note takes off the debit note again takes off no goods.
  await note('CREDIT_NOTE', '10000.00')
  expect(await payoffs()).toEqual(shares)
  await portal.look((tx) => tx.updateTable('invoice').set({ docStatus: 'CANCELLED' }).where('id', '=', other).execute())
  await convert(orderId, '36000')
  expect(await orderOf(orderId)).toMatchObject({ status: 'PARTIALLY_REPAID', principalOutstanding: '38400.0000' })
  // Of 4,000 that are not invoiced 2,400 of the loan are left, and not more.
  expect(await payoff(noted)).toBe('36000.00')
})
