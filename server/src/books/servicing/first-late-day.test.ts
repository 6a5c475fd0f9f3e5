import { addDays } from '@usance/domain/local-date'
import { costCalls } from '@usance/wire/cost/calls'
import { endOfDaySteps } from '@usance/wire/end-of-day/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { financeOrderList } from '@usance/wire/finance-order/list'
import { homeCalls } from '@usance/wire/home/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { listCalls } from '@usance/wire/list'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { reportCalls } from '@usance/wire/report/calls'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import type { StepName } from '../../settlement/end-of-day/steps.ts'
import { aFundedOrder, aRepayment, brokenLaws, passAll, takeBack, type WantedOrder, waiversOn } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import type { Seat } from '../../testing/world.ts'
import { openingDay } from '../../testing/world.ts'

// The day after the last one of grace: status, notice, figures and penalty begin on it together (decision 192).
let portal: Portal
let day = openingDay
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
// Orders are paid on working days.
beforeEach(async () => {
  while ([0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())) await closeTo(addDays(day, 1))
})
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const closeTo = async (date: string) => {
  if (day < date) day = await runEndOfDay(portal.app, { through: addDays(date, -1) })
}
/** Begins the close of the day, and stops it as a crash would once a step is done. */
const closeUntil = (last: StepName) => {
  let asked = 0
  return runEndOfDay(portal.app, { interrupted: () => asked++ > endOfDaySteps.indexOf(last) })
}
/** An order that is due in five days, with the last day of its grace. */
async function anOrder(wanted: WantedOrder = {}) {
  const order = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day, tenors: [5], ...wanted })
  const { rows } = await portal.look((tx) =>
    sql<{ maturity: string; graceEnd: string }>`
      select i.maturity, o.funded_terms -> 'items' -> i.id::text ->> 'graceEnd' as grace_end
      from finance_order o join finance_order_item i on i.order_id = o.id where o.id = ${order.orderId} order by i.seq`.execute(
      tx,
    ),
  )
  return { ...order, ...rows[0]! }
}
const detail = (seat: Seat, id: string) => portal.ask(seat, financeOrderCalls.detail, { query: { id } })
const statusOf = async (id: string) => (await detail(portal.seats.elmMaker, id)).status
const payoff = (orderId: string) => portal.ask(portal.seats.alderMaker, repaymentCalls.payoff, { body: { orderId } })
const penaltyOf = async (orderId: string) => (await payoff(orderId)).owed[0]!.penalty
const told = async (orderId: string) =>
  (
    await portal.look((tx) =>
      tx
        .selectFrom('notification')
        .select('companyId')
        .where('event', '=', 'FINANCE_ORDER_OVERDUE')
        .where('objectId', '=', orderId)
        .execute(),
    )
  ).length
/** A fee of the supplier is corrected upwards. */
async function chargeMore(orderId: string, delta: string) {
  const { id } = await portal.look((tx) =>
    tx
      .selectFrom('orderFee')
      .select('id')
      .where('orderId', '=', orderId)
      .where('payer', '=', 'SUPPLIER')
      .executeTakeFirstOrThrow(),
  )
  const { no } = await portal.ask(portal.seats.operations, costCalls.adjust, { body: { id, delta, reason: 'A courier' } })
  await passAll(portal, no, 'FEE_ADJUSTMENT')
}
const overdueIn = async (seat: Seat) => {
  const { currencies } = await portal.ask(seat, reportCalls.accountOverview, { body: {} })
  const figures = currencies.find((one) => one.currency === 'USD')?.figures
  return figures?.find(({ figure }) => figure === 'OVERDUE')?.amount
}

test('on the first day after its grace an order is overdue, told and penalised at once, for everybody who reads it', async () => {
  const { orderId, invoiceIds, graceEnd } = await anOrder()
  const { alderMaker, cedarChecker, elmMaker } = portal.seats
  const everybody = [alderMaker, cedarChecker, elmMaker]
  const read = async () => ({
    pages: await Promise.all(everybody.map(async (seat) => (await detail(seat, orderId)).status)),
    lists: await Promise.all(
      everybody.map(async (seat) => {
        const { orderNo } = await detail(seat, orderId)
        return (await portal.ask(seat, listCalls(financeOrderList).pageList, { body: { filterFields: { orderNo } } })).list![0]!
          .status
      }),
    ),
    invoice: (await portal.ask(alderMaker, invoiceCalls.detail, { query: { id: invoiceIds[0]! } })).financeStatus,
    inGrace: (await portal.ask(elmMaker, financeOrderCalls.repaymentInfo, { query: { id: orderId } })).schedule[0]!.inGrace,
    overview: await overdueIn(elmMaker),
    summaries: await Promise.all(
      everybody.map(
        async (seat) =>
          (await portal.ask(seat, financeOrderCalls.summaryCompany, { body: {} })).find((one) => one.currency === 'USD')!.overdue,
      ),
    ),
    home: (await portal.ask(elmMaker, homeCalls.summary, { body: {} })).todos.filter(({ kind }) => kind === 'OVERDUE_ORDERS')
      .length,
    told: await told(orderId),
    isPenalised: Number(await penaltyOf(orderId)) > 0,
  })
  await closeTo(graceEnd)
  expect(await read()).toEqual({
    pages: ['FUNDED', 'FUNDED', 'FUNDED'],
    lists: ['FUNDED', 'FUNDED', 'FUNDED'],
    invoice: 'FINANCED',
    inGrace: true,
    overview: '0.00',
    summaries: ['0.00', '0.00', '0.00'],
    home: 0,
    told: 0,
    isPenalised: false,
  })

  await closeTo(addDays(graceEnd, 1))
  const late = {
    pages: ['OVERDUE', 'OVERDUE', 'OVERDUE'],
    lists: ['OVERDUE', 'OVERDUE', 'OVERDUE'],
    invoice: 'OVERDUE',
    inGrace: false,
    overview: '90000.00',
    summaries: ['90000.00', '90000.00', '90000.00'],
    home: 1,
    told: 3,
    isPenalised: true,
  }
  expect(await read()).toEqual(late)
  const { rows } = await portal.look((tx) =>
    sql<{ n: number }>`select overdue_orders as n from daily_position
      where business_date = ${graceEnd} and currency = 'USD' and accrued_penalty > 0`.execute(tx),
  )
  expect(rows).toEqual([{ n: 1 }])

  // It is told once: neither what happens on that day nor the next close tells it again.
  await chargeMore(orderId, '5.00')
  expect(await read()).toEqual(late)
  await closeTo(addDays(day, 1))
  expect(await read()).toEqual(late)
  await aRepayment(portal, orderId, '100000', { valueDate: day })
})

test('money of the last day of grace that is recorded on the next ends the delay without a penalty', async () => {
  const { orderId, graceEnd } = await anOrder()
  await closeTo(addDays(graceEnd, 1))
  expect(await statusOf(orderId)).toBe('OVERDUE')
  await aRepayment(portal, orderId, '100000', { valueDate: graceEnd })
  expect([await statusOf(orderId), await penaltyOf(orderId)]).toEqual(['SETTLED', '0.00'])
})

test('a fee that is left alone makes its order overdue on the first day after its grace', async () => {
  const { orderId, graceEnd } = await anOrder()
  await closeTo(addDays(graceEnd, -1))
  await chargeMore(orderId, '500.00')
  // A receipt of an earlier day pays no fee that was charged after it.
  await aRepayment(portal, orderId, '100000', { valueDate: addDays(day, -1) })
  await closeTo(graceEnd)
  expect(await statusOf(orderId)).toBe('PARTIALLY_REPAID')
  await closeTo(addDays(graceEnd, 1))
  expect([await statusOf(orderId), await told(orderId)]).toEqual(['OVERDUE', 2])
  await aRepayment(portal, orderId, '500', { valueDate: day, payerRole: 'SUPPLIER' })
  expect(await statusOf(orderId)).toBe('SETTLED')
})

test('what is within the tolerance ends with the last day of grace: it is never overdue and bears no penalty', async () => {
  const { orderId, graceEnd } = await anOrder({ product: 'purchaseOrder' })
  const { orderId: held, invoiceIds } = await anOrder()
  await closeTo(addDays(graceEnd, -1))
  const { total } = await payoff(orderId)
  await aRepayment(portal, orderId, (Number(total) - 0.01).toFixed(2), { valueDate: day, payerRole: 'SUPPLIER' })
  await aRepayment(portal, held, '99999.99', { valueDate: day })
  await closeTo(graceEnd)
  expect([await statusOf(orderId), await waiversOn(portal, orderId), await waiversOn(portal, held)]).toEqual([
    'PARTIALLY_REPAID',
    [],
    [],
  ])
  await closeTo(addDays(graceEnd, 1))
  expect([await statusOf(orderId), await waiversOn(portal, orderId), await told(orderId)]).toEqual([
    'SETTLED',
    ['0.01 POSTED'],
    0,
  ])
  const invoice = await portal.ask(portal.seats.alderMaker, invoiceCalls.detail, { query: { id: invoiceIds[0]! } })
  expect([await waiversOn(portal, held), invoice.outstanding]).toEqual([['0.01 POSTED'], '0.00'])
  const { rows } = await portal.look((tx) =>
    sql`select from interest_accrual where order_id = any(${[orderId, held]}::uuid[]) and component = 'PENALTY'`.execute(tx),
  )
  expect(rows).toEqual([])
})

test('what is booked while the last day of grace closes leaves the order as late as its night', async () => {
  const part = await anOrder()
  const opened = await anOrder()
  const receipt = await aRepayment(portal, opened.orderId, '100000', { valueDate: day })
  await closeTo(part.graceEnd)
  await closeUntil('OVERDUE')
  expect(await statusOf(part.orderId)).toBe('OVERDUE')
  await aRepayment(portal, part.orderId, '1000', { valueDate: day })
  await takeBack(portal, receipt)
  await closeTo(addDays(part.graceEnd, 1))
  for (const { orderId } of [part, opened])
    expect([await statusOf(orderId), Number(await penaltyOf(orderId)) > 0, await told(orderId)]).toEqual(['OVERDUE', true, 3])
})

test('while the last day of grace still closes, the buyer of an order reads the delay that its supplier and funder read', async () => {
  const { orderId, graceEnd } = await anOrder()
  const { cedarChecker, alderMaker, elmMaker } = portal.seats
  const overdueOf = async () => {
    const figures = await portal.ask(cedarChecker, financeOrderCalls.summaryCompany, { body: {} })
    return Number(figures.find((one) => one.currency === 'USD')!.overdue)
  }
  await closeTo(graceEnd)
  const before = await overdueOf()
  await closeUntil('OVERDUE')
  for (const seat of [alderMaker, elmMaker, cedarChecker]) expect((await detail(seat, orderId)).status).toBe('OVERDUE')
  expect((await overdueOf()) - before).toBe(90_000)
  await closeTo(addDays(graceEnd, 1))
  expect((await overdueOf()) - before).toBe(90_000)
})
