import { addDays } from '@usance/domain/local-date'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { ledgerCalls } from '@usance/wire/ledger/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { actAs, aFundedOrder, aRepayment, brokenLaws, takeBack } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { passAll } from '../../testing/trade.ts'
import type { Seat } from '../../testing/world.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'
import { applyDilution } from '../servicing/apply-dilution.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const orderOf = (id: string) => portal.ask(portal.seats.elmMaker, financeOrderCalls.detail, { query: { id } })
const balance = async (orderId: string, account: string) =>
  (await portal.ask(portal.seats.auditor, ledgerCalls.order, { body: { orderId } })).balances.find(
    (one) => one.book + one.account === account,
  )?.balance ?? '0.00'
const request = (orderId: string, seat = portal.seats.elmMaker) =>
  portal.ask(seat, writeOffCalls.request, { body: { orderId, reason: 'The buyer is insolvent.' } as never })
const preview = (orderId: string) => portal.ask(portal.seats.elmMaker, writeOffCalls.preview, { body: { orderId } })

test('an order long overdue is written off by risk, settlement and all of the funder; what comes in later lowers the loss', async () => {
  const { orderId, invoiceIds } = await aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [10] })
  const loan = await aFundedOrder(portal, { product: 'purchaseOrder', tenors: [10] })
  const thin = await aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [10] })
  await actAs(portal, portal.seats.settlement, (context) => applyDilution(context, thin.invoiceIds[0]!, '10000', newId()))
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
  const decided = await passAll(portal, order.orderNo, 'WRITE_OFF')
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
  // Whoever pays more than was lost gets the rest back.
  await aRepayment(portal, orderId, String(Number(before.loss) + 500), { valueDate: today })
  expect([await balance(orderId, 'F5000'), await balance(orderId, 'F2200')]).toEqual(['0.00', '500.00'])

  // A loan holds no reserve: all of it is lost.
  await request(loan.orderId)
  await passAll(portal, (await orderOf(loan.orderId)).orderNo, 'WRITE_OFF')
  expect(await orderOf(loan.orderId)).toMatchObject({ status: 'WRITTEN_OFF' })

  // Where costs were lost with the receivable, its buyer still pays no more than it owes of that.
  await request(thin.orderId)
  await passAll(portal, (await orderOf(thin.orderId)).orderNo, 'WRITE_OFF')
  const lost = Number(await balance(thin.orderId, 'F5000'))
  expect(lost).toBeGreaterThan(90_500)
  await aRepayment(portal, thin.orderId, '90400', { valueDate: today })
  expect([await balance(thin.orderId, 'F5000'), await balance(thin.orderId, 'F2200')]).toEqual([
    (lost - 90_000).toFixed(2),
    '400.00',
  ])
})

test('what is recovered for a day before the loss rounds nothing anew that was accrued', async () => {
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
  await passAll(portal, (await orderOf(orderId)).orderNo, 'WRITE_OFF')
  for (const back of [4, 3, 2, 1]) {
    await aRepayment(portal, orderId, '100', { valueDate: addDays(today, -back) })
    expect(await brokenLaws(portal)).toEqual([])
  }
})
