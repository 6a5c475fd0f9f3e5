import { addDays } from '@usance/domain/local-date'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import {
  aFundedOrder,
  aRepayment,
  balanceIn,
  brokenLaws,
  credit,
  passAll as passMoney,
  takeBack,
  type WantedOrder,
} from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { passWriteOff } from '../../testing/trade.ts'
import type { Seat } from '../../testing/world.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const orderOf = (id: string) => portal.ask(portal.seats.elmMaker, financeOrderCalls.detail, { query: { id } })
const balance = (orderId: string, account: string) => balanceIn(portal, orderId, account)
const request = (orderId: string, seat = portal.seats.elmMaker) =>
  portal.ask(seat, writeOffCalls.request, { body: { orderId, reason: 'The buyer is insolvent.' } })
const preview = (orderId: string) => portal.ask(portal.seats.elmMaker, writeOffCalls.preview, { body: { orderId } })

test('an order long overdue is written off by risk, settlement and all of the funder; what comes in later lowers the loss', async () => {
  const { orderId, invoiceIds } = await aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [10] })
  const loan = await aFundedOrder(portal, { product: 'purchaseOrder', tenors: [10] })
  const thin = await aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [10] })
  await credit(portal, thin.invoiceIds[0]!, '10000')
  const early = await aRepayment(portal, orderId, '20000')
  const due = addDays(openingDay, 10)
  const close = (to: string) => runEndOfDay(portal.app, { through: addDays(to, -1) })
  await close(addDays(due, 89))
  expect((await orderOf(orderId)).operations).not.toContain('WRITE_OFF')
  expect(await refusalOf(request(orderId))).toMatchObject({ error: 'WRITE_OFF_TOO_SOON' })
  await close(addDays(due, 90))
  expect((await orderOf(orderId)).operations).toContain('WRITE_OFF')
  expect((await refusalOf(request(orderId, portal.seats.firChecker))).code).toBe(404)
  expect((await refusalOf(request(orderId, portal.seats.risk))).code).toBe(403)

  const before = await preview(orderId)
  expect(before).toMatchObject({ allowed: true, writeOff: null })
  await request(orderId)
  expect(await refusalOf(request(orderId))).toMatchObject({ error: 'ILLEGAL_TRANSITION' })
  const heardBy = async (seat: Seat) =>
    (await portal.ask(seat, financeOrderCalls.detail, { query: { id: orderId } })).timeline.map(({ event }) => event)
  expect(await heardBy(portal.seats.elmMaker)).toContain('WRITE_OFF_REQUESTED')
  for (const seat of [portal.seats.alderMaker, portal.seats.cedarChecker])
    expect(await heardBy(seat)).not.toContain('WRITE_OFF_REQUESTED')
  expect((await orderOf(orderId)).operations).not.toContain('WRITE_OFF')
  const order = await orderOf(orderId)
  const decided = await passWriteOff(portal, order.orderNo)
  expect(decided).toHaveLength(4)
  expect(decided.filter((name) => name.startsWith('elm'))).toHaveLength(2)
  expect(await orderOf(orderId)).toMatchObject({ status: 'WRITTEN_OFF', principalOutstanding: '0.00' })
  // What was lost was not repaid, and nothing is owed on it.
  const info = await portal.ask(portal.seats.elmMaker, financeOrderCalls.repaymentInfo, { query: { id: orderId } })
  expect(info.schedule).toMatchObject([{ status: 'WRITTEN_OFF', outstanding: '0.00', interestDue: '0.00', penaltyDue: '0.00' }])
  expect(info.payoff).toBeNull()
  expect(await balance(orderId, 'F5000')).toBe(before.loss)
  const invoice = await portal.look((tx) =>
    tx.selectFrom('invoice').select(['payStatus', 'financeStatus']).where('id', '=', invoiceIds[0]!).executeTakeFirstOrThrow(),
  )
  expect(invoice).toEqual({ payStatus: 'WRITTEN_OFF', financeStatus: 'OVERDUE' })

  // Nothing accrues on a loss, and a payment that came before it cannot be taken out from under it.
  await close(addDays(due, 93))
  expect(await balance(orderId, 'F1200')).toBe('0.00')
  await expect(takeBack(portal, early)).rejects.toThrow()
  const today = addDays(due, 93)
  const recovery = await aRepayment(portal, orderId, '1000', { valueDate: today })
  expect(await preview(orderId)).toMatchObject({ loss: before.loss, writeOff: { status: 'PASSED', recovered: '1000.00' } })
  expect(Number(await balance(orderId, 'F5000'))).toBeCloseTo(Number(before.loss) - 1000, 2)
  await takeBack(portal, recovery)
  expect(await balance(orderId, 'F5000')).toBe(before.loss)
  // A buyer's payment beyond the loss, within its own debt, is the supplier's reserve, and none of it is refunded.
  await aRepayment(portal, orderId, String(Number(before.loss) + 500), { valueDate: today })
  expect([
    await balance(orderId, 'F5000'),
    await balance(orderId, 'F2000'),
    await balance(orderId, 'S1200'),
    await balance(orderId, 'F2200'),
  ]).toEqual(['0.00', '500.00', '500.00', '0.00'])

  // A loan holds no reserve: all of it is lost.
  await request(loan.orderId)
  await passWriteOff(portal, (await orderOf(loan.orderId)).orderNo)
  expect(await orderOf(loan.orderId)).toMatchObject({ status: 'WRITTEN_OFF' })

  // If costs were lost with the receivable, its buyer still pays no more than its debt.
  await request(thin.orderId)
  await passWriteOff(portal, (await orderOf(thin.orderId)).orderNo)
  const lost = Number(await balance(thin.orderId, 'F5000'))
  expect(lost).toBeGreaterThan(90_500)
  await aRepayment(portal, thin.orderId, '90400', { valueDate: today })
  expect([await balance(thin.orderId, 'F5000'), await balance(thin.orderId, 'F2200')]).toEqual([
    (lost - 90_000).toFixed(2),
    '400.00',
  ])
})

test('a recovery dated before the loss rounds no accrual anew', async () => {
  let { businessDate: funded } = await portal.look((tx) =>
    tx.selectFrom('businessDay').select('businessDate').executeTakeFirstOrThrow(),
  )
  while ([0, 6].includes(new Date(`${funded}T00:00:00Z`).getUTCDay())) funded = await runEndOfDay(portal.app)
  const { orderId } = await aFundedOrder(portal, {
    product: 'purchaseInArrears',
    fundingDate: funded,
    faces: ['33333.37'],
    tenors: [10],
  })
  const today = await runEndOfDay(portal.app, { through: addDays(funded, 100) })
  await request(orderId)
  await passWriteOff(portal, (await orderOf(orderId)).orderNo)
  for (const back of [4, 3, 2, 1]) {
    await aRepayment(portal, orderId, '100', { valueDate: addDays(today, -back) })
    expect(await brokenLaws(portal)).toEqual([])
  }
})

/** An order of Alder against Cedar, funded on a business day, written off 91 days after its last maturity. */
async function aLoss(wanted: WantedOrder = {}) {
  let { businessDate: fundingDate } = await portal.look((tx) =>
    tx.selectFrom('businessDay').select('businessDate').executeTakeFirstOrThrow(),
  )
  while ([0, 6].includes(new Date(`${fundingDate}T00:00:00Z`).getUTCDay())) fundingDate = await runEndOfDay(portal.app)
  const order = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate, tenors: [10], ...wanted })
  const today = await runEndOfDay(portal.app, { through: addDays(fundingDate, 101) })
  await request(order.orderId)
  await passWriteOff(portal, (await orderOf(order.orderId)).orderNo)
  const { loss } = await preview(order.orderId)
  return { ...order, today, loss }
}
const cents = (text: string) => Math.round(Number(text) * 100)
const pays = (orderId: string, amount: string, valueDate: string, invoiceIds: string[] = []) =>
  portal.ask(portal.seats.settlement, repaymentCalls.preview, {
    body: { orderId, amount, valueDate, payerRole: 'BUYER', fundSource: 'COLLECTION', invoiceIds },
  })
const partsOf = async (id: string) =>
  (await portal.ask(portal.seats.settlement, repaymentCalls.detail, { body: { id } })).allocations
    .filter((one) => !one.reversed)
    .map(({ component, amount, docNo }) => `${component} ${amount} ${docNo ?? '-'}`)
const waiting = async (orderId: string) => {
  const { releases, refunds } = await portal.ask(portal.seats.settlement, paymentCalls.releasable, { body: {} })
  return { releases: releases.filter((one) => one.orderId === orderId), refunds }
}

test('a buyer that pays its whole face after a loss brings it back; the rest is released to the supplier', async () => {
  const { orderId, invoiceIds, today, loss } = await aLoss()
  const expected = ((10_000_000 - cents(loss)) / 100).toFixed(2)
  const begins = await pays(orderId, '40000', today)
  const first = await aRepayment(portal, orderId, '40000', { valueDate: today })
  const told = await pays(orderId, '60300', today)
  // Each preview names all of its amount: costs and principal of the loss, reserve, refund. Costs come first.
  const named = ({ totals }: typeof told) =>
    [totals.fees, totals.penalty, totals.interest, totals.principal, totals.reserve, totals.buyerFees, totals.refund]
      .map(cents)
      .reduce((sum, one) => sum + one, 0)
  expect([named(begins), named(told)]).toEqual([4_000_000, 6_030_000])
  expect(cents(begins.totals.principal) + cents(told.totals.principal)).toBe(9_000_000)
  expect([told.totals.interest, told.totals.penalty]).toEqual(['0.00', '0.00'])
  const rest = await aRepayment(portal, orderId, '60300', { valueDate: today })
  // The preview equals the booking.
  expect(told.allocations.map(({ component, amount, docNo }) => `${component} ${amount} ${docNo ?? '-'}`)).toEqual(
    await partsOf(rest.id),
  )
  expect(told.totals).toMatchObject({ reserve: expected, refund: '300.00' })
  expect([await balance(orderId, 'F5000'), await balance(orderId, 'F2000'), await balance(orderId, 'F2200')]).toEqual([
    '0.00',
    expected,
    '300.00',
  ])
  expect(await balance(orderId, 'S2000')).toBe('0.00')
  const [invoice] = await portal.look((tx) =>
    tx.selectFrom('invoice').select('outstanding').where('id', '=', invoiceIds[0]!).execute(),
  )
  expect(Number(invoice!.outstanding)).toBe(0)
  // It is the reserve of its invoice, two business days after the receipt.
  expect((await waiting(orderId)).releases).toMatchObject([{ amount: expected, blockedBy: 'DATE' }])

  // An earlier receipt is reversed: the later ones now recover its part.
  await takeBack(portal, first)
  expect(await partsOf(rest.id)).toEqual([expect.stringMatching(/^COST 60300\.00 /)])
  expect((await waiting(orderId)).releases).toEqual([])
  await aRepayment(portal, orderId, '40000', { valueDate: today })
  expect(await balance(orderId, 'F2000')).toBe(expected)
  expect(await balance(orderId, 'F2200')).toBe('300.00')

  const later = await runEndOfDay(portal.app, { through: addDays(today, 6) })
  expect((await waiting(orderId)).releases).toMatchObject([{ amount: expected, blockedBy: null }])
  const release = await portal.ask(portal.seats.settlement, paymentCalls.addRelease, { body: { orderId } })
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: release.id } })
  await passMoney(portal, release.no, 'RELEASE')
  await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, {
    body: { id: release.id, valueDate: later, bankRef: newId() },
  })
  expect([await balance(orderId, 'F2000'), await balance(orderId, 'S1200')]).toEqual(['0.00', '0.00'])
  await expect(takeBack(portal, rest)).rejects.toThrow()
})

test('a drafted release that is due stays when a receipt from before its recovered loss is booked', async () => {
  const { orderId, today } = await aLoss()
  await aRepayment(portal, orderId, '100000', { valueDate: today })
  await runEndOfDay(portal.app, { through: addDays(today, 6) })
  const { id } = await portal.ask(portal.seats.settlement, paymentCalls.addRelease, { body: { orderId } })
  await aRepayment(portal, orderId, '500', { valueDate: addDays(today, -20) })
  const told = await portal.look((tx) =>
    tx.selectFrom('notification').select('id').where('event', '=', 'PAYMENT_RELEASE_LOST').where('objectId', '=', id).execute(),
  )
  const { status } = await portal.ask(portal.seats.settlement, paymentCalls.detail, { body: { id } })
  expect([status, told]).toEqual(['DRAFT', []])
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id } })
})

test('a supplier’s payment on a loss is repaid to it by its buyer’s debt', async () => {
  const { orderId, today, loss } = await aLoss()
  await aRepayment(portal, orderId, '20000', { valueDate: today, payerRole: 'SUPPLIER' })
  expect(cents(await balance(orderId, 'F5000'))).toBe(cents(loss) - 2_000_000)
  await aRepayment(portal, orderId, '100000', { valueDate: today })
  const reserve = ((10_000_000 - cents(loss) + 2_000_000) / 100).toFixed(2)
  expect([
    await balance(orderId, 'F5000'),
    await balance(orderId, 'F2000'),
    await balance(orderId, 'F2200'),
    await balance(orderId, 'B2010'),
  ]).toEqual(['0.00', reserve, '0.00', '0.00'])
})

test('the money of an invoice fills the reserve of that invoice, and reserve held before bears the loss', async () => {
  let { businessDate: fundingDate } = await portal.look((tx) =>
    tx.selectFrom('businessDay').select('businessDate').executeTakeFirstOrThrow(),
  )
  while ([0, 6].includes(new Date(`${fundingDate}T00:00:00Z`).getUTCDay())) fundingDate = await runEndOfDay(portal.app)
  const wanted = { product: 'purchaseInArrears', fundingDate, faces: ['30000', '20000', '10000'], tenors: [10] } as const
  const { orderId, invoiceIds } = await aFundedOrder(portal, { ...wanted, faces: [...wanted.faces], tenors: [10] })
  // The first is paid before; its reserve stays, as the others fall overdue.
  await aRepayment(portal, orderId, '30000', { valueDate: fundingDate, invoiceIds: [invoiceIds[0]!] })
  expect(Number(await balance(orderId, 'F2000'))).toBeGreaterThan(0)
  const today = await runEndOfDay(portal.app, { through: addDays(fundingDate, 101) })
  await request(orderId)
  await passWriteOff(portal, (await orderOf(orderId)).orderNo)
  expect(await balance(orderId, 'F2000')).toBe('0.00')
  expect(await brokenLaws(portal)).toEqual([])
  const { loss } = await preview(orderId)
  await aRepayment(portal, orderId, '10000', { valueDate: today, invoiceIds: [invoiceIds[2]!] })
  await aRepayment(portal, orderId, '20000', { valueDate: today, invoiceIds: [invoiceIds[1]!] })
  const items = await portal.look((tx) =>
    tx.selectFrom('financeOrderItem').select(['id', 'invoiceId']).where('orderId', '=', orderId).execute(),
  )
  expect((await waiting(orderId)).releases).toMatchObject([
    { itemId: items.find((one) => one.invoiceId === invoiceIds[1])!.id, amount: ((3_000_000 - cents(loss)) / 100).toFixed(2) },
  ])
})
