import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, passAll, requestFor, signAll } from '../../testing/trade.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(() => moveTo(openingDay))

const moveTo = (day: string) => portal.setBusinessDate(day)

async function aWaitingPayment(product: keyof Portal['world']['products'] = 'purchaseInAdvance') {
  const request = requestFor(portal, [await aConfirmedInvoice(portal)], {
    financingProductId: portal.world.products[product],
    fundingDate: openingDay,
  })
  const order = await aRightConfirmedOrder(portal, request)
  const payment = await portal.look((tx) =>
    tx.selectFrom('payment').selectAll().where('orderId', '=', order.id).executeTakeFirstOrThrow(),
  )
  return { order, payment }
}
const priceOf = (seat: Seat, id: string) => portal.ask(seat, financeOrderCalls.repricing, { body: { id } })
const accept = (seat: Seat, id: string, pricingHash: string) =>
  portal.ask(seat, financeOrderCalls.acceptPrice, { body: { id, pricingHash } as never })
const instruct = (id: string) => portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id } as never })
const pay = (id: string, valueDate: string) =>
  portal.ask(portal.seats.settlement, paymentCalls.markPaid, { body: { id, valueDate, bankRef: `R-${newId()}` } as never })

test('a payment whose day has passed waits until the supplier accepts the price of today', async () => {
  const { seats } = portal
  const { order, payment } = await aWaitingPayment()
  expect(await priceOf(seats.alderMaker, order.id)).toMatchObject({ needed: false })
  // Saturday: the next business day is Monday the 10th, 53 days before maturity instead of 60.
  await moveTo('2025-03-08')
  expect((await refusalOf(instruct(payment.id))).error).toBe('PRICE_CHANGED')
  const asked = await portal.ask(seats.settlement, financeOrderCalls.askForPrice, { body: { id: order.id } as never })
  const seen = await priceOf(seats.alderMaker, order.id)
  expect(seen).toMatchObject({ needed: true, same: false, problem: null, signAgain: false, mayAccept: true, mayAsk: false })
  expect(new Date(seen.askedAt!).getTime()).toBeCloseTo(new Date(asked.askedAt).getTime(), -4)
  expect(Object.fromEntries(seen.terms.filter((one) => one.changed).map((one) => [one.key, [one.before, one.after]]))).toEqual({
    fundingDate: ['2025-03-03', '2025-03-10'],
    interest: ['1020.00', '901.00'],
    // The platform fee of 0.50 % a year is for 53 days: 66.25 instead of 75.00.
    fees: ['465.00', '456.25'],
    net: ['88515.00', '88642.75'],
  })
  expect((await priceOf(seats.alderViewer, order.id)).mayAccept).toBe(false)
  expect((await priceOf(seats.settlement, order.id)).mayAsk).toBe(true)
  expect((await refusalOf(priceOf(seats.cedarMaker, order.id))).error).toBe('FORBIDDEN')
  expect((await refusalOf(priceOf(seats.birchMaker, order.id))).error).toBe('NOT_FOUND')
  expect((await refusalOf(accept(seats.birchMaker, order.id, seen.pricingHash!))).error).toBe('NOT_FOUND')
  expect((await refusalOf(accept(seats.alderMaker, order.id, 'x'.repeat(64)))).error).toBe('PRICING_EXPIRED')

  const both = await Promise.allSettled([1, 2].map(() => accept(seats.alderMaker, order.id, seen.pricingHash!)))
  expect(both.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  expect(await instruct(payment.id)).toMatchObject({ status: 'IN_APPROVE' })
  await passAll(portal, payment.no, 'PAYMENT')
  await moveTo('2025-03-10')
  await pay(payment.id, '2025-03-10')
  const paid = await portal.look((tx) =>
    tx.selectFrom('payment').selectAll().where('id', '=', payment.id).executeTakeFirstOrThrow(),
  )
  expect(paid).toMatchObject({ amount: '88642.7500', dueDate: '2025-03-10', status: 'PAID' })
  expect(await brokenLaws(portal)).toEqual([])
})

test('the same terms on a later day need nobody; another rate needs new signatures too', async () => {
  const { seats } = portal
  await portal.look((tx) => tx.deleteFrom('feeRule').where('code', '=', 'PLATFORM').execute())
  const [calm, moved] = [await aWaitingPayment('purchaseInArrears'), await aWaitingPayment('purchaseInArrears')]
  await moveTo('2025-03-05')
  expect(await priceOf(seats.settlement, calm.order.id)).toMatchObject({ needed: true, same: true, mayAsk: false })
  expect(await instruct(calm.payment.id)).toMatchObject({ status: 'IN_APPROVE' })
  const order = await portal.look((tx) =>
    tx.selectFrom('financeOrder').selectAll().where('id', '=', calm.order.id).executeTakeFirstOrThrow(),
  )
  expect(order).toMatchObject({ requestedFundingDate: '2025-03-06', status: 'RIGHT_CONFIRMED' })
  // Its approval drags on over a fixing: the last approver cannot let the old price out.
  await portal.look((tx) =>
    tx
      .insertInto('baseRateFixing')
      .values({ id: newId(), type: 'SOFR', effectiveDate: '2025-03-04', percentRate: '4.45', source: 'test' })
      .execute(),
  )
  await moveTo('2025-03-07')
  expect((await refusalOf(passAll(portal, calm.payment.no, 'PAYMENT'))).error).toBe('PRICE_CHANGED')

  const seen = await priceOf(seats.alderMaker, moved.order.id)
  expect(seen).toMatchObject({ same: false, signAgain: true })
  expect(seen.terms.find((one) => one.key === 'rate')).toMatchObject({ before: '6.8', after: '6.95', changed: true })
  await accept(seats.alderMaker, moved.order.id, seen.pricingHash!)
  expect((await refusalOf(instruct(moved.payment.id))).error).toBe('CONTRACT_NOT_SIGNED')
  await signAll(portal, moved.order.id)
  expect(await instruct(moved.payment.id)).toMatchObject({ status: 'IN_APPROVE' })
  const contracts = await portal.look((tx) =>
    tx.selectFrom('contract').select(['name', 'status']).where('orderId', '=', moved.order.id).orderBy('no').execute(),
  )
  // The notice to the buyer states no rate and stands as it was signed.
  expect(contracts.map(({ name, status }) => `${name} ${status}`)).toEqual([
    'Notice of assignment SIGNED',
    'Receivables purchase agreement TERMINATED',
    'Receivables purchase agreement SIGNED',
  ])
})
