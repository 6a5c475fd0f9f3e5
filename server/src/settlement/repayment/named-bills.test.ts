import { addDays } from '@usance/domain/local-date'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  aFundedOrder,
  aReceipt,
  aRepayment,
  balanceIn,
  billBuyers,
  billForHandling,
  brokenLaws,
  takeBack,
  toldApart,
  type WantedOrder,
} from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, aSubmittedOrder, passAll, requestFor } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

let portal: Portal
// The buyer is billed for handling at the funding, and for the service at the settlement.
beforeAll(async () => {
  portal = await openPortal()
  await billBuyers(portal)
  await billForHandling(portal)
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const billsOf = (orderId: string) =>
  portal.look((tx) =>
    tx.selectFrom('feeBill').select(['id', 'no', 'amount', 'openAmount']).where('orderId', '=', orderId).orderBy('no').execute(),
  )
const openOf = async (orderId: string) => (await billsOf(orderId)).map(({ openAmount }) => Number(openAmount))
const statusOf = async (orderId: string) =>
  (await portal.look((tx) => tx.selectFrom('financeOrder').select('status').where('id', '=', orderId).executeTakeFirstOrThrow()))
    .status
const twoInvoices: WantedOrder = { product: 'purchaseInArrears', faces: ['60000', '40000'], tenors: [60, 90] }
const componentsOf = async (no: string) => {
  const rows = await portal.look((tx) =>
    tx
      .selectFrom('allocation as a')
      .innerJoin('repayment as r', 'r.id', 'a.repaymentId')
      .select(['a.component', 'a.amount'])
      .where('r.no', '=', no)
      .where('a.reversed', '=', false)
      .where('a.source', '=', 'RECEIPT')
      .execute(),
  )
  return rows.map(({ component, amount }) => `${component} ${Number(amount)}`).sort()
}

test('a receipt that names a fee bill pays it, and no invoice that is not due; its preview says the same', async () => {
  const { orderId } = await aFundedOrder(portal, twoInvoices)
  const [bill] = await billsOf(orderId)
  expect(Number(bill!.openAmount)).toBe(50)
  const receipt = await aReceipt(portal, '50.00', { rawText: `Fee ${bill!.no}` })
  const { orders } = await portal.ask(portal.seats.settlement, repaymentCalls.candidates, { body: { collectionId: receipt.id } })
  expect(orders[0]).toMatchObject({
    orderId,
    reason: 'BILL_NO',
    feeBills: [{ id: bill!.id, no: bill!.no, openAmount: '50.00', isNamed: true }],
  })
  const { totals } = await portal.ask(portal.seats.settlement, repaymentCalls.preview, {
    body: { orderId, amount: '50.00', valueDate: openingDay, feeBillIds: [bill!.id] },
  })
  expect(totals).toMatchObject({ buyerFees: '50.00', principal: '0.00', earlyFee: '0.00', interest: '0.00', refund: '0.00' })
  const { repayments } = await portal.ask(portal.seats.settlement, repaymentCalls.match, {
    body: { collectionId: receipt.id, parts: [{ orderId, amount: '50.00', feeBillIds: [bill!.id] }] },
  })
  const { plan } = await portal.ask(portal.seats.settlement, repaymentCalls.previewMatched, { body: { no: repayments[0]!.no } })
  expect(plan!.totals).toMatchObject({ buyerFees: '50.00', principal: '0.00', refund: '0.00' })
  await passAll(portal, repayments[0]!.no, 'REPAYMENT')
  expect(await componentsOf(repayments[0]!.no)).toEqual(['BUYER_FEE 50'])
  expect((await openOf(orderId))[0]).toBe(0)
  expect([await balanceIn(portal, orderId, 'F1100'), await statusOf(orderId)]).toEqual(['100000.00', 'FUNDED'])
})

test('what is beyond the named bill pays the order, and without a name the order is paid first', async () => {
  const named = await aFundedOrder(portal, twoInvoices)
  const [bill] = await billsOf(named.orderId)
  const { no } = await aRepayment(portal, named.orderId, '1050.00', { feeBillIds: [bill!.id] })
  expect(await componentsOf(no)).toContain('BUYER_FEE 50')
  expect(await balanceIn(portal, named.orderId, 'F1100')).toBe('99000.00')
  const unnamed = await aFundedOrder(portal, twoInvoices)
  await aRepayment(portal, unnamed.orderId, '1050.00')
  expect(await balanceIn(portal, unnamed.orderId, 'F1100')).toBe('98950.00')
  expect((await openOf(unnamed.orderId))[0]).toBe(50)
})

test('the newer of two bills is paid where it is named, also once an earlier receipt is booked before it or goes back', async () => {
  const { orderId } = await aFundedOrder(portal, twoInvoices)
  const first = await aRepayment(portal, orderId, '1000.00')
  const [older, newer] = await billsOf(orderId)
  const named = await aRepayment(portal, orderId, newer!.amount.slice(0, -2), { feeBillIds: [newer!.id] })
  expect(await openOf(orderId)).toEqual([Number(older!.amount), 0])
  await takeBack(portal, first)
  expect(await openOf(orderId)).toEqual([Number(older!.amount), 0])
  await takeBack(portal, named)
  expect(await openOf(orderId)).toEqual([Number(older!.amount), Number(newer!.amount)])
})

test('a bill of another order is refused beside its field', async () => {
  const { orderId } = await aFundedOrder(portal, twoInvoices)
  const other = await aFundedOrder(portal, twoInvoices)
  const [bill] = await billsOf(other.orderId)
  const receipt = await aReceipt(portal, '51.00')
  const refused = await refusalOf(
    portal.ask(portal.seats.settlement, repaymentCalls.match, {
      body: { collectionId: receipt.id, parts: [{ orderId, amount: '50.00', feeBillIds: [bill!.id] }] },
    }),
  )
  expect(refused.data).toMatchObject({ fields: [{ field: 'parts.0.feeBillIds', message: 'BILL_NOT_OF_ORDER' }] })
})

test('a bill of a settled order is paid although its invoice is financed anew, which the receipt does not pay', async () => {
  const productId = portal.world.products.purchaseInArrears
  const requestOver = (id: string) => requestFor(portal, [id], { financingProductId: productId, fundingDate: openingDay })
  const invoiceId = await aConfirmedInvoice(portal)
  const { id: orderId } = await aRightConfirmedOrder(portal, requestOver(invoiceId))
  const { payments } = await portal.ask(portal.seats.settlement, financeOrderCalls.fundingInfo, { params: { id: orderId } })
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: payments[0]!.id } })
  await passAll(portal, payments[0]!.no, 'PAYMENT')
  const paid = { id: payments[0]!.id, valueDate: openingDay, bankRef: payments[0]!.no }
  await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, { body: paid })
  const { total } = await portal.ask(portal.seats.alderMaker, repaymentCalls.payoff, { body: { orderId } })
  await aRepayment(portal, orderId, total, { payerRole: 'SUPPLIER' })
  expect(await statusOf(orderId)).toBe('SETTLED')
  await aSubmittedOrder(portal, requestOver(invoiceId))

  const bills = await billsOf(orderId)
  const open = (await openOf(orderId)).reduce((sum, one) => sum + one, 0)
  expect(open).toBeGreaterThan(0)
  const amount = open.toFixed(2)
  expect((await refusalOf(aRepayment(portal, orderId, amount))).error).toBe('INVOICE_FINANCED_ANEW')
  const { no } = await aRepayment(portal, orderId, (open + 10).toFixed(2), { feeBillIds: bills.map(({ id }) => id) })
  expect(await componentsOf(no)).toEqual([`BUYER_FEE ${open}`, 'REFUND 10'])
  expect((await openOf(orderId)).every((one) => one === 0)).toBe(true)
  const invoice = await portal.look((tx) =>
    tx.selectFrom('invoice').select(['payStatus', 'financeStatus']).where('id', '=', invoiceId).executeTakeFirstOrThrow(),
  )
  expect(invoice).toEqual({ payStatus: 'UNPAID', financeStatus: 'LOCKED' })
})

test('money of the supplier that names a fee bill is refused in words beside the field, by the preview and the match', async () => {
  const { settlement } = portal.seats
  const { orderId } = await aFundedOrder(portal, twoInvoices)
  const feeBillIds = (await billsOf(orderId)).map(({ id }) => id)
  const asked = { orderId, amount: '50.00', valueDate: openingDay, payerRole: 'SUPPLIER' as const, feeBillIds }
  const preview = await refusalOf(portal.ask(settlement, repaymentCalls.preview, { body: asked }))
  expect(preview.data.fields).toEqual([{ field: 'feeBillIds', message: 'BILL_OF_BUYER' }])
  const receipt = await aReceipt(portal, '50.00')
  const parts = [{ orderId, amount: '50.00', feeBillIds }]
  const match = portal.ask(settlement, repaymentCalls.match, {
    body: { collectionId: receipt.id, ...toldApart(receipt), payerRole: 'SUPPLIER', parts },
  })
  expect((await refusalOf(match)).data.fields).toEqual([{ field: 'parts.0.feeBillIds', message: 'BILL_OF_BUYER' }])
})

test('a receipt that pays fee bills alone leaves the interest of its order as it is, unless an earlier version booked it', async () => {
  // 9,010.58 at 6.80 % are 3.404 in two days, and 13.616 in eight.
  const wanted: WantedOrder = { product: 'purchaseInArrears', faces: ['10011.76'], tenors: [60] }
  const [paying, other] = [await aFundedOrder(portal, wanted), await aFundedOrder(portal, wanted)]
  const earlier = await aFundedOrder(portal, wanted)
  const interestOf = ({ orderId }: typeof paying) => balanceIn(portal, orderId, 'F1200')
  const [[bill], [itsBill]] = [await billsOf(paying.orderId), await billsOf(earlier.orderId)]
  const receipts: Awaited<ReturnType<typeof aRepayment>>[] = []
  let day = openingDay
  for (let part = 0; part < 3; part++) {
    day = await runEndOfDay(portal.app, { through: addDays(day, 1) })
    await aRepayment(portal, paying.orderId, '1.00', { valueDate: day, feeBillIds: [bill!.id] })
    receipts.push(await aRepayment(portal, earlier.orderId, '1.00', { valueDate: day, feeBillIds: [itsBill!.id] }))
    await portal.asOwner((db) =>
      db.updateTable('repayment').set({ cutsInterest: true }).where('orderId', '=', earlier.orderId).execute(),
    )
  }
  day = await runEndOfDay(portal.app, { through: addDays(day, 1) })
  expect(await interestOf(paying)).toBe(await interestOf(other))
  // Each two days were rounded by themselves, and stay so when another receipt goes.
  expect([await interestOf(other), await interestOf(earlier)]).toEqual(['13.62', '13.60'])
  await takeBack(portal, receipts[0]!)
  expect(await interestOf(earlier)).toBe('13.61')
})
