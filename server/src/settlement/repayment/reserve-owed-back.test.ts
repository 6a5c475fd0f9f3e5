import { addDays } from '@usance/domain/local-date'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { reportCalls } from '@usance/wire/report/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { whatMayStop } from '../../finance/finance-order/risk.ts'
import { aFundedOrder, aRepayment, balanceIn, brokenLaws, orderStatus, passAll, takeBack } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { passWriteOff } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

// Reserve that was released on money that is gone since is owed back by the supplier (decision 168).
let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

let day = openingDay
const closeDays = async (count: number) => {
  day = await runEndOfDay(portal.app, { through: addDays(day, count - 1) })
}
const reachMonday = async () => {
  while (new Date(`${day}T00:00:00Z`).getUTCDay() !== 1) await closeDays(1)
}
const balance = (orderId: string, account: string) => balanceIn(portal, orderId, account)
const statusOf = (id: string) => orderStatus(portal, id)
const claimsOn = (orderId: string) =>
  portal.look((tx) =>
    tx
      .selectFrom('recourseClaim')
      .select(['amount', 'paidAmount', 'dueDate', 'status'])
      .where('orderId', '=', orderId)
      .where('reason', '=', 'RESERVE_SHORT')
      .execute(),
  )
const blockOn = async (orderId: string) =>
  (await portal.ask(portal.seats.settlement, paymentCalls.releasable, { body: {} })).releases.find(
    (one) => one.orderId === orderId,
  )?.blockedBy
const release = async (orderId: string) => {
  const { settlement, settlement3 } = portal.seats
  const { id, no } = await portal.ask(settlement, paymentCalls.addRelease, { body: { orderId } })
  await portal.ask(settlement, paymentCalls.instruct, { body: { id } })
  await passAll(portal, no, 'RELEASE')
  await portal.ask(settlement3, paymentCalls.markPaid, { body: { id, valueDate: day, bankRef: newId() } })
}
/** What the supplier reads of itself in dollars: used of its limits, still free, and overdue, here and among the figures. */
const figures = async (asOf?: string) => {
  const { alderMaker } = portal.seats
  const summary = (await portal.ask(alderMaker, financeOrderCalls.summaryCompany, { body: {} })).find(
    (one) => one.currency === 'USD',
  )
  const { currencies } = await portal.ask(alderMaker, reportCalls.accountOverview, { body: { asOf } })
  const overview = currencies.find((one) => one.currency === 'USD')
  return {
    used: Number(summary?.used ?? 0) - Number(summary?.locked ?? 0),
    usedShown: Number(overview?.figures.find((one) => one.figure === 'USED')?.amount ?? 0),
    isProven: (overview?.proofs ?? []).every((one) => one.ties),
    available: summary?.available === null ? null : Number(summary?.available),
    overdue: Number(summary?.overdue ?? 0),
    shown: Number(overview?.figures.find((one) => one.figure === 'OVERDUE')?.amount ?? 0),
  }
}

/** What is used, of which the order summary and the account overview say the same. */
const usedAgrees = async () => {
  const { used, usedShown, isProven } = await figures()
  expect([usedShown, isProven]).toEqual([used, true])
  return used
}

/** An order of Alder that its buyer paid at maturity, and the receipt; two business days later. */
async function aPaidOrder() {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day, tenors: [28] })
  await closeDays(28)
  const receipt = await aRepayment(portal, orderId, '100000', { valueDate: day })
  await closeDays(4)
  return { orderId, receipt }
}

test('reserve owed back is overdue, uses the limits, and holds up what else is paid to its supplier', async () => {
  await reachMonday()
  const other = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day, tenors: [28] })
  const { orderId, receipt } = await aPaidOrder()
  await release(orderId)
  const releasedOn = day
  await aRepayment(portal, other.orderId, '100000', { valueDate: day })
  await closeDays(4)
  expect(await blockOn(other.orderId)).toBe(null)
  const before = await figures()

  await takeBack(portal, receipt)
  const owed = await balance(orderId, 'F1220')
  expect(Number(owed)).toBeGreaterThan(9000)
  expect(await claimsOn(orderId)).toMatchObject([{ dueDate: releasedOn, status: 'OPEN', paidAmount: '0.0000' }])
  expect(await blockOn(other.orderId)).toBe('CLAIM')
  // The buyer owes its principal again, and the supplier what it was paid of the reserve.
  const used = 90_000 + Number(owed)
  expect((await figures()).used - before.used).toBeCloseTo(used, 2)
  if (before.available !== null) expect(before.available - (await figures()).available!).toBeCloseTo(used, 2)

  // The release was on an earlier day, so that what is owed back of it is overdue at once.
  expect(await statusOf(orderId)).toBe('OVERDUE')
  const late = await figures()
  expect([late.overdue - before.overdue, late.shown - before.shown]).toEqual([used, used])

  // Cents within the tolerance are no claim: neither on their day, nor for that day later.
  const part = { orderId, payerRole: 'SUPPLIER', fundSource: 'COLLECTION', valueDate: day } as const
  const { totals } = await portal.ask(portal.seats.settlement, repaymentCalls.preview, { body: { ...part, amount: '20000' } })
  const most = (Number(totals.penalty) + Number(owed) - 0.3).toFixed(2)
  await aRepayment(portal, orderId, most, { valueDate: day, payerRole: 'SUPPLIER' })
  expect([await balance(orderId, 'F1220'), (await claimsOn(orderId))[0]?.status]).toEqual(['0.30', 'CANCELLED'])
  const [readOn, { shown }] = [day, await figures()]
  await closeDays(1)
  expect((await figures(readOn)).shown).toBe(shown)

  // The penalty of the principal that is open again is paid before it.
  await aRepayment(portal, orderId, '1000', { valueDate: day, payerRole: 'SUPPLIER' })
  expect(await claimsOn(orderId)).toMatchObject([{ status: 'PAID' }])
  expect(await blockOn(other.orderId)).toBe(null)
  await aRepayment(portal, orderId, '100000', { valueDate: day })
  await release(other.orderId)
})

test('the overview and the order summary count reserve owed back among what is used, on the day and afterwards', async () => {
  const { orderId } = await anOrderOwedBack()
  const [readOn, used] = [day, await usedAgrees()]
  expect(used).toBeGreaterThan(0)
  await closeDays(1)
  const closed = await figures(readOn)
  expect([closed.usedShown, closed.isProven]).toEqual([used, true])
  await aRepayment(portal, orderId, '1000', { valueDate: day, payerRole: 'SUPPLIER' })
  expect(await usedAgrees()).toBe(0)
})

/** An order that is paid and released, on which an early receipt is found: its early fee is reserve that was released too much. */
async function anOrderOwedBack() {
  await reachMonday()
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day, tenors: [28] })
  await portal.look((tx) =>
    sql`update finance_order set funded_terms = jsonb_set(funded_terms, '{earlyFeePct}', '"2"') where id = ${orderId}`.execute(
      tx,
    ),
  )
  const fundedOn = day
  await closeDays(28)
  await aRepayment(portal, orderId, '100000', { valueDate: day })
  await closeDays(4)
  await release(orderId)
  const releasedOn = day
  const receipt = await aRepayment(portal, orderId, '40000', { valueDate: addDays(fundedOn, 10) })
  return { orderId, receipt, releasedOn }
}
const preview = (orderId: string) => portal.ask(portal.seats.elmMaker, writeOffCalls.preview, { body: { orderId } })
const orderNoOf = async (orderId: string) =>
  (await portal.ask(portal.seats.elmMaker, financeOrderCalls.detail, { query: { id: orderId } })).orderNo

test('reserve owed back alone makes an order overdue, is told, and is written off and recovered', async () => {
  const { orderId, releasedOn } = await anOrderOwedBack()
  expect([await balance(orderId, 'F1220'), await statusOf(orderId)]).toEqual(['648.21', 'PARTIALLY_REPAID'])
  const before = await figures()
  await closeDays(1)
  expect([await statusOf(orderId), (await preview(orderId)).allowed]).toEqual(['OVERDUE', true])
  expect((await figures()).overdue).toBe(648.21)
  await closeDays(1)
  expect([before.overdue, before.used]).toEqual([0, 648.21])
  // The figures for a past day are those that were read on that day.
  expect([(await figures(releasedOn)).shown, (await figures(addDays(releasedOn, 1))).shown]).toEqual([0, 648.21])
  const told = await portal.look((tx) =>
    tx
      .selectFrom('notification')
      .select(['companyId', 'params'])
      .where('event', '=', 'FINANCE_ORDER_OVERDUE')
      .where('objectId', '=', orderId)
      .execute(),
  )
  expect(new Set(told.map(({ companyId }) => companyId))).toEqual(
    new Set([portal.world.companies.alder, portal.world.companies.elm]),
  )
  expect(told[0]?.params).toMatchObject({ principal: '648.21' })

  await portal.ask(portal.seats.elmMaker, writeOffCalls.request, {
    body: { orderId, reason: 'The supplier does not pay it back.' },
  })
  await passWriteOff(portal, await orderNoOf(orderId))
  expect([await statusOf(orderId), await balance(orderId, 'F5000'), await balance(orderId, 'F1220')]).toEqual([
    'WRITTEN_OFF',
    '648.21',
    '0.00',
  ])
  expect(await claimsOn(orderId)).toMatchObject([{ status: 'CANCELLED' }])
  expect(await brokenLaws(portal)).toEqual([])
  await aRepayment(portal, orderId, '648.21', { valueDate: day, payerRole: 'SUPPLIER' })
  expect([await balance(orderId, 'F5000'), (await figures()).overdue]).toEqual(['0.00', 0])
})

test('reserve owed back ends with the receipt that is taken back, and comes again with the next', async () => {
  const { orderId, receipt } = await anOrderOwedBack()
  await takeBack(portal, receipt)
  expect([await claimsOn(orderId), await statusOf(orderId)]).toMatchObject([[{ status: 'CANCELLED' }], 'SETTLED'])
  await aRepayment(portal, orderId, '20000', { valueDate: addDays(day, -20) })
  const owed = await balance(orderId, 'F1220')
  expect(Number(owed)).toBeGreaterThan(0)
  expect(await claimsOn(orderId)).toMatchObject([{ status: 'OPEN' }])
  await closeDays(1)
  expect(await statusOf(orderId)).toBe('OVERDUE')
  await aRepayment(portal, orderId, owed, { valueDate: day, payerRole: 'SUPPLIER' })
  expect([await claimsOn(orderId), await statusOf(orderId)]).toMatchObject([[{ status: 'PAID' }], 'SETTLED'])
})

test('reserve that is owed back once more counts from the day of its new booking, and one that only moved from its first', async () => {
  const { alder, elm } = portal.world.companies
  const parties = { supplierId: alder, funderId: elm, buyerIds: [] }
  const lateSince = async () => (await portal.look((tx) => whatMayStop(tx, { ...parties, today: day }))).oldestOverdue
  const { orderId, receipt, releasedOn } = await anOrderOwedBack()
  expect(await lateSince()).toBe(releasedOn)
  await takeBack(portal, receipt)
  expect(await lateSince()).toBe(null)
  await closeDays(3)
  await aRepayment(portal, orderId, '20000', { valueDate: addDays(releasedOn, -20) })
  expect([(await claimsOn(orderId))[0]?.dueDate, await lateSince()]).toEqual([releasedOn, day])

  const bookedOn = day
  await closeDays(2)
  await aRepayment(portal, orderId, '10000', { valueDate: addDays(releasedOn, -19) })
  expect([(await claimsOn(orderId))[0]?.dueDate, await lateSince()]).toEqual([releasedOn, bookedOn])
})
