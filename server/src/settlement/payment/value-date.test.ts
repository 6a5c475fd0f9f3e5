import { addDays } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { aFundedOrder, anInstructedPayment, aRepayment, brokenLaws, passAll } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, requestFor, signAll } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const pay = (id: string, valueDate: string) =>
  portal.ask(portal.seats.settlement3, paymentCalls.markPaid, { body: { id, valueDate, bankRef: newId() } })
const instruct = async (payment: { id: string; no: string }, flow = 'PAYMENT') => {
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: payment.id } })
  await passAll(portal, payment.no, flow)
}
const fundingOf = (orderId: string) =>
  portal.look((tx) => tx.selectFrom('payment').select(['id', 'no']).where('orderId', '=', orderId).executeTakeFirstOrThrow())
const tooEarly = async (id: string, valueDate: string) => (await refusalOf(pay(id, valueDate))).data.fields

test('a bank cannot have paid a funding before its last approver passed it, with interest in arrears as in advance', async () => {
  for (const product of ['purchaseInArrears', 'purchaseInAdvance'] as const) {
    const request = requestFor(portal, [await aConfirmedInvoice(portal)], {
      financingProductId: portal.world.products[product],
      fundingDate: openingDay,
    })
    const { id } = await aRightConfirmedOrder(portal, request)
    await signAll(portal, id)
    const payment = await fundingOf(id)
    await instruct(payment)
    for (const back of [9, 5, 1])
      expect(await tooEarly(payment.id, addDays(openingDay, -back))).toEqual([
        { field: 'valueDate', message: 'VALUE_DATE_BEFORE_INSTRUCTION', params: { instructedOn: openingDay } },
      ])
    expect(await tooEarly(payment.id, addDays(openingDay, 1))).toEqual([
      { field: 'valueDate', message: 'VALUE_DATE_AHEAD', params: { businessDate: openingDay } },
    ])
    await pay(payment.id, openingDay)
    // It is charged from its first day what was quoted: 90,000.00 at 6.80 % for 60 days.
    const { owed } = await portal.ask(portal.seats.settlement, repaymentCalls.payoff, {
      body: { orderId: id, asOf: addDays(openingDay, 60) },
    })
    expect(owed[0]!.interest).toBe(product === 'purchaseInArrears' ? '1020.00' : '0.00')
  }
  expect(await brokenLaws(portal)).toEqual([])
})

test('an order that is instructed before the day of its price is never charged for an earlier one', async () => {
  const priced = addDays(openingDay, 2)
  for (const product of ['purchaseInArrears', 'purchaseInAdvance'] as const) {
    const { payment } = await anInstructedPayment(portal, { product, fundingDate: priced })
    expect(await tooEarly(payment.id, openingDay)).toEqual([
      { field: 'valueDate', message: 'VALUE_DATE_EARLY', params: { pricedFor: priced } },
    ])
  }
})

test('a payment that failed counts from the approval after, whatever it pays, and is recorded at most five days late', async () => {
  const { settlement } = portal.seats
  const { orderId } = await aFundedOrder(portal)
  await aRepayment(portal, orderId, '100000')
  const first = await runEndOfDay(portal.app, { through: addDays(openingDay, 3) })
  const release = await portal.ask(settlement, paymentCalls.addRelease, { body: { orderId } })
  await instruct(release, 'RELEASE')
  await portal.ask(portal.seats.settlement2, paymentCalls.fail, { body: { id: release.id, reason: 'Account closed' } })
  const second = await runEndOfDay(portal.app, { through: first })
  await instruct(release, 'RELEASE')
  expect(await tooEarly(release.id, first)).toMatchObject([{ params: { instructedOn: second } }])
  const late = await runEndOfDay(portal.app, { through: addDays(second, 7) })
  const earliest = addDays(late, -5)
  // A day before the instruction, too, is told the day that is taken.
  for (const back of [1, 4])
    expect(await tooEarly(release.id, addDays(earliest, -back))).toMatchObject([
      { message: 'DAY_TOO_EARLY', params: { earliest } },
    ])
  await pay(release.id, earliest)
  expect(await brokenLaws(portal)).toEqual([])
})
