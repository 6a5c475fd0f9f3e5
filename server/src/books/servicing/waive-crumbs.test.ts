import { addDays } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { costCalls } from '@usance/wire/cost/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { amortizationList } from '@usance/wire/report/list'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, balanceIn, brokenLaws, passAll, takeBack, type WantedOrder } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

// Orders that are paid a little short: the debtor of the rest, and its end.
let portal: Portal
let day = openingDay
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const closeTo = async (date: string) => {
  if (day < date) day = await runEndOfDay(portal.app, { through: addDays(date, -1) })
}
const funded = async (wanted: WantedOrder = {}) => {
  const { orderId, invoiceIds } = await aFundedOrder(portal, { tenors: [20], fundingDate: openingDay, ...wanted })
  return { orderId, invoiceIds }
}
const payoffOf = async (orderId: string) =>
  (await portal.ask(portal.seats.alderMaker, repaymentCalls.payoff, { body: { orderId } })).total
const paidBut = async (orderId: string, short: string, facts: Parameters<typeof aRepayment>[3] = {}) => {
  const less = M.subtract(M.fromDecimal(await payoffOf(orderId), 'USD'), M.fromDecimal(short, 'USD'))
  return aRepayment(portal, orderId, M.toDecimal(less), { valueDate: day, ...facts })
}
const orderOf = (id: string) =>
  portal.look((tx) =>
    tx.selectFrom('financeOrder').select(['status', 'principalOutstanding']).where('id', '=', id).executeTakeFirstOrThrow(),
  )
const numberOf = (id: string) =>
  portal.look(
    async (tx) => (await tx.selectFrom('financeOrder').select('orderNo').where('id', '=', id).executeTakeFirstOrThrow()).orderNo,
  )
const statusOf = async (id: string) => (await orderOf(id)).status
const balance = (orderId: string, account: string) => balanceIn(portal, orderId, account)
const waivers = (orderId: string) =>
  portal.look((tx) =>
    tx
      .selectFrom('repayment')
      .select(['id', 'no', 'amount', 'status', 'valueDate'])
      .where('orderId', '=', orderId)
      .where('payerRole', '=', 'WAIVER')
      .orderBy('createdAt')
      .execute(),
  )

test('orders that are paid a cent short end with their grace period, the funder bears the cent; of two cents they stay overdue', async () => {
  const loan = await funded({ product: 'purchaseOrder' })
  const owes = await funded({ product: 'purchaseOrder' })
  const sold = await funded({ product: 'payables' })
  const held = await funded({ product: 'purchaseInArrears' })
  const maturity = addDays(openingDay, 20)
  await closeTo(maturity)
  const short = await paidBut(loan.orderId, '0.01', { payerRole: 'SUPPLIER' })
  await paidBut(owes.orderId, '0.02', { payerRole: 'SUPPLIER' })
  await aRepayment(portal, sold.orderId, '99999.99', { valueDate: day })
  await aRepayment(portal, held.orderId, '99999.99', { valueDate: day })
  expect([await statusOf(loan.orderId), await statusOf(sold.orderId)]).toEqual(['PARTIALLY_REPAID', 'PARTIALLY_REPAID'])
  // The reserve bears a buyer's shortfall where there is one.
  expect(await statusOf(held.orderId)).toBe('SETTLED')
  expect(await brokenLaws(portal)).toEqual([])

  await closeTo(addDays(maturity, 9))
  expect(await orderOf(loan.orderId)).toMatchObject({ status: 'SETTLED', principalOutstanding: '0.0000' })
  expect([await balance(loan.orderId, 'F1150'), await balance(loan.orderId, 'F5010')]).toEqual(['0.00', '0.01'])
  expect(await waivers(loan.orderId)).toMatchObject([{ amount: '0.0100', status: 'POSTED' }])
  // The supplier owes nothing more and books the waived amount.
  expect([await balance(loan.orderId, 'S2000'), await waivers(owes.orderId)]).toEqual(['0.00', []])
  expect(await statusOf(owes.orderId)).toBe('OVERDUE')
  // The buyer owes nothing more of the purchased receivable.
  expect([await statusOf(sold.orderId), await balance(sold.orderId, 'F1100'), await balance(sold.orderId, 'B2010')]).toEqual([
    'SETTLED',
    '0.00',
    '0.00',
  ])
  const invoice = await portal.look((tx) =>
    tx
      .selectFrom('invoice')
      .select(['outstanding', 'financeStatus', 'payStatus'])
      .where('id', '=', sold.invoiceIds[0]!)
      .executeTakeFirstOrThrow(),
  )
  expect(invoice).toMatchObject({ outstanding: '0.0000', financeStatus: 'SETTLED', payStatus: 'PAID' })
  expect(await brokenLaws(portal)).toEqual([])

  // Supplier and funder are notified, the timeline shows it, and nobody reverses it by hand.
  const [waiver] = await waivers(loan.orderId)
  const detail = await portal.ask(portal.seats.settlement, repaymentCalls.detail, { body: { id: waiver!.id } })
  expect(detail).toMatchObject({ payerRole: 'WAIVER', operations: ['DETAIL'] })
  const byHand = portal.ask(portal.seats.settlement, repaymentCalls.reverse, {
    body: { id: waiver!.id, reason: 'by hand' },
  })
  expect((await refusalOf(byHand)).error).toBe('ILLEGAL_TRANSITION')
  const told = await portal.look((tx) =>
    tx
      .selectFrom('notification')
      .select('companyId')
      .where('event', '=', 'FINANCE_ORDER_WAIVED')
      .where('objectId', '=', loan.orderId)
      .distinct()
      .execute(),
  )
  const { alder, elm } = portal.world.companies
  expect(new Set(told.map((one) => one.companyId))).toEqual(new Set([alder, elm]))
  const story = await portal.look((tx) =>
    tx.selectFrom('auditLog').select('event').where('objectId', '=', loan.orderId).orderBy('id').execute(),
  )
  expect(story.map((one) => one.event)).toEqual(expect.arrayContaining(['FINANCE_ORDER_WAIVED', 'FINANCE_ORDER_SETTLED']))

  // The earlier receipt was reversed: the waived amount is owed again with the rest.
  await takeBack(portal, short)
  expect(await waivers(loan.orderId)).toMatchObject([{ amount: '0.0100', status: 'REVERSED' }])
  expect([await statusOf(loan.orderId), await balance(loan.orderId, 'F5010')]).toEqual(['OVERDUE', '0.00'])
  expect(await brokenLaws(portal)).toEqual([])
  await paidBut(loan.orderId, '0.00', { payerRole: 'SUPPLIER' })
  expect(await statusOf(loan.orderId)).toBe('SETTLED')
  expect(await brokenLaws(portal)).toEqual([])
})

test('a receipt recorded for the day of the waiver pays, and the remainder is judged anew', async () => {
  const start = day
  const { orderId } = await funded({ product: 'purchaseOrder', fundingDate: start, tenors: [10] })
  await closeTo(addDays(start, 10))
  await paidBut(orderId, '0.01', { payerRole: 'SUPPLIER' })
  await closeTo(addDays(start, 20))
  const [first] = await waivers(orderId)
  expect(await statusOf(orderId)).toBe('SETTLED')

  // Money of that day arrived before its close.
  const late = await aRepayment(portal, orderId, '0.01', { valueDate: first!.valueDate, payerRole: 'SUPPLIER' })
  expect((await waivers(orderId)).map((one) => one.status)).toEqual(['REVERSED'])
  expect([await statusOf(orderId), await balance(orderId, 'F5010'), await balance(orderId, 'F2200')]).toEqual([
    'SETTLED',
    '0.00',
    '0.00',
  ])
  expect(await brokenLaws(portal)).toEqual([])
  await takeBack(portal, late)
  await closeTo(addDays(day, 1))
  expect((await waivers(orderId)).map((one) => one.status)).toEqual(['REVERSED', 'POSTED'])
  expect(await statusOf(orderId)).toBe('SETTLED')
  expect(await brokenLaws(portal)).toEqual([])
})

/** The order page's figures on receivables that are paid except for a remainder. */
const stillOwed = async (orderId: string, seat = portal.seats.alderMaker) =>
  (await portal.ask(seat, financeOrderCalls.repaymentInfo, { query: { id: orderId } })).stillOwed.map((one) => one.amount)
const invoiceOf = (id: string) =>
  portal.look((tx) =>
    tx.selectFrom('invoice').select(['outstanding', 'financeStatus', 'docStatus']).where('id', '=', id).executeTakeFirstOrThrow(),
  )

test('a buyer’s remainder of a receivable is waived against its reserve, and a later payment fills the reserve', async () => {
  const start = day
  const { orderId, invoiceIds } = await funded({ product: 'purchaseInArrears', fundingDate: start, tenors: [10] })
  const two = await funded({ product: 'purchaseInArrears', fundingDate: start, tenors: [10] })
  await closeTo(addDays(start, 10))
  await aRepayment(portal, orderId, '99999.99', { valueDate: day })
  await aRepayment(portal, two.orderId, '99999.98', { valueDate: day })
  expect([await statusOf(orderId), await balance(orderId, 'F1100')]).toEqual(['SETTLED', '0.01'])
  const reserve = await balance(orderId, 'F2000')
  expect(await stillOwed(orderId)).toEqual(['0.01'])

  await closeTo(addDays(start, 20))
  expect(await waivers(orderId)).toMatchObject([{ amount: '0.0100', status: 'POSTED' }])
  expect([await statusOf(orderId), await balance(orderId, 'F1100'), await balance(orderId, 'B2010')]).toEqual([
    'SETTLED',
    '0.00',
    '0.00',
  ])
  // The supplier bears it from the unfilled reserve, and the funder bears nothing.
  expect([await balance(orderId, 'F5010'), await balance(orderId, 'S4100')]).toEqual(['0.00', '0.01'])
  expect(await balance(orderId, 'F2000')).toBe(
    M.toDecimal(M.subtract(M.fromDecimal(reserve, 'USD'), M.fromDecimal('0.01', 'USD'))),
  )
  expect(await invoiceOf(invoiceIds[0]!)).toEqual({ outstanding: '0.0000', financeStatus: 'SETTLED', docStatus: 'CLOSED' })
  expect(await stillOwed(orderId)).toEqual([])
  // Two cents exceed the tolerance: the page names the debtor.
  expect([
    await waivers(two.orderId),
    await stillOwed(two.orderId),
    await stillOwed(two.orderId, portal.seats.cedarMaker),
  ]).toEqual([[], ['0.02'], ['0.02']])
  const { alder, cedar, elm } = portal.world.companies
  const told = await portal.look((tx) =>
    tx
      .selectFrom('notification')
      .select('companyId')
      .where('event', '=', 'FINANCE_ORDER_REMAINDER_WAIVED')
      .where('objectId', '=', orderId)
      .distinct()
      .execute(),
  )
  expect(new Set(told.map((one) => one.companyId))).toEqual(new Set([alder, cedar, elm]))
  expect(await brokenLaws(portal)).toEqual([])

  // The buyer pays after all: it gets no refund, and the supplier has its cent.
  const preview = await portal.ask(portal.seats.settlement, repaymentCalls.preview, {
    body: { orderId, amount: '0.01', valueDate: day, payerRole: 'BUYER' },
  })
  expect(preview.totals).toMatchObject({ reserve: '0.01', refund: '0.00' })
  const late = await aRepayment(portal, orderId, '0.01', { valueDate: day })
  expect((await waivers(orderId)).map((one) => one.status)).toEqual(['REVERSED'])
  expect([await balance(orderId, 'F2000'), await balance(orderId, 'F2200'), await balance(orderId, 'S4100')]).toEqual([
    reserve,
    '0.00',
    '0.00',
  ])
  expect((await invoiceOf(invoiceIds[0]!)).outstanding).toBe('0.0000')
  expect(await brokenLaws(portal)).toEqual([])
  // That payment is reversed, and the remainder is judged anew at the next close.
  await takeBack(portal, late)
  expect(await stillOwed(orderId)).toEqual(['0.01'])
  await closeTo(addDays(day, 1))
  expect((await waivers(orderId)).map((one) => one.status)).toEqual(['REVERSED', 'POSTED'])
  expect(await brokenLaws(portal)).toEqual([])
})

test('the waiver on one invoice stands while the buyer pays the other, and a surplus reverses it', async () => {
  const start = day
  const { orderId, invoiceIds } = await funded({
    product: 'purchaseInAdvance',
    fundingDate: start,
    faces: ['100000', '50000'],
    tenors: [10, 40],
  })
  const [first, second] = [[invoiceIds[0]!], [invoiceIds[1]!]]
  await closeTo(addDays(start, 10))
  await aRepayment(portal, orderId, '99999.99', { valueDate: day, invoiceIds: first })
  await closeTo(addDays(start, 20))
  expect(await waivers(orderId)).toMatchObject([{ amount: '0.0100', status: 'POSTED' }])
  expect(await statusOf(orderId)).toBe('PARTIALLY_REPAID')
  expect(await brokenLaws(portal)).toEqual([])
  // Its reserve was paid out by then and does not depend on the waiver.
  await portal.ask(portal.seats.settlement, paymentCalls.addRelease, { body: { orderId, idempotencyKey: newId() } })
  const release = await portal.look((tx) =>
    tx
      .selectFrom('payment')
      .select(['id', 'no'])
      .where('orderId', '=', orderId)
      .where('type', '=', 'RELEASE')
      .executeTakeFirstOrThrow(),
  )
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: release.id, idempotencyKey: newId() } })
  await passAll(portal, release.no, 'RELEASE')
  await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, {
    body: { id: release.id, valueDate: day, bankRef: 'OUT-1', idempotencyKey: newId() },
  })

  await aRepayment(portal, orderId, '20000', { valueDate: day, invoiceIds: second })
  expect((await waivers(orderId)).map((one) => one.status)).toEqual(['POSTED'])
  expect(await brokenLaws(portal)).toEqual([])
  // All of the second invoice and the cent of the first: only the excess cent is refunded.
  await aRepayment(portal, orderId, '30000.02', { valueDate: day })
  expect((await waivers(orderId)).map((one) => one.status)).toEqual(['REVERSED'])
  expect([await statusOf(orderId), await balance(orderId, 'F1100'), await balance(orderId, 'F2200')]).toEqual([
    'SETTLED',
    '0.00',
    '0.01',
  ])
  expect((await invoiceOf(invoiceIds[0]!)).outstanding).toBe('0.0000')
  expect(await brokenLaws(portal)).toEqual([])
})

test('costs that would be waived are paid first by the reserve held of the same order', async () => {
  const funding = day
  const { orderId, invoiceIds } = await funded({
    product: 'purchaseInArrears',
    faces: ['50000', '50000'],
    tenors: [20],
    fundingDate: funding,
  })
  const maturity = addDays(funding, 20)
  await closeTo(maturity)
  // The first invoice is paid and leaves its reserve; the second is a cent short of its advance.
  await aRepayment(portal, orderId, '50000', { valueDate: day, invoiceIds: [invoiceIds[0]!] })
  const reserve = Number(await balance(orderId, 'S1200'))
  await paidBut(orderId, '0.01', { invoiceIds: [invoiceIds[1]!] })
  const fee = await portal.look((tx) =>
    tx
      .selectFrom('orderFee')
      .select('id')
      .where('orderId', '=', orderId)
      .where('payer', '=', 'SUPPLIER')
      .executeTakeFirstOrThrow(),
  )
  const { no } = await portal.ask(portal.seats.operations, costCalls.adjust, {
    body: { id: fee.id, delta: '5.00', reason: 'A courier' },
  })
  await passAll(portal, no, 'FEE_ADJUSTMENT')
  const held = async () => Number(await balance(orderId, 'S1200'))
  expect(await held()).toBe(reserve)

  await closeTo(addDays(maturity, 9))
  expect(await statusOf(orderId)).toBe('SETTLED')
  // The funder bears the cent of principal, the supplier the fee.
  expect([await balance(orderId, 'F5010'), await balance(orderId, 'F1220')]).toEqual(['0.01', '0.00'])
  expect(await held()).toBeCloseTo(reserve - 5, 2)
  expect(await waivers(orderId)).toMatchObject([{ amount: '0.0100', status: 'POSTED' }])
  const taken = await portal.look((tx) =>
    tx
      .selectFrom('repayment')
      .selectAll()
      .where('orderId', '=', orderId)
      .where('payerRole', '=', 'RESERVE')
      .executeTakeFirstOrThrow(),
  )
  expect(taken).toMatchObject({ amount: '5.0000', status: 'POSTED' })
  expect(await brokenLaws(portal)).toEqual([])
  const { releases } = await portal.ask(portal.seats.settlement, paymentCalls.releasable, { body: {} })
  const free = releases.filter((one) => one.orderId === orderId)
  expect(free.reduce((sum, one) => sum + Number(one.amount), 0)).toBeCloseTo(reserve - 5, 2)

  // A reversal of an earlier receipt reverses the waiver too; the rest is then judged anew.
  await aRepayment(portal, orderId, '0.01', { valueDate: maturity, payerRole: 'SUPPLIER' })
  expect(await brokenLaws(portal)).toEqual([])
})

test('a tolerance of zero waives nothing, and the overdue remainder of one document closes while others run', async () => {
  const start = day
  const tolerate = (total: string, principal: string) =>
    portal.look((tx) =>
      sql`insert into tolerance (currency, total, principal) values ('USD', ${total}, ${principal})
        on conflict (currency) do update set total = excluded.total, principal = excluded.principal`.execute(tx),
    )
  await tolerate('0', '0')
  const { orderId } = await funded({
    product: 'purchaseOrder',
    fundingDate: start,
    faces: ['100000', '100000'],
    tenors: [10, 60],
  })
  await closeTo(addDays(start, 10))
  const { owed } = await portal.ask(portal.seats.alderMaker, repaymentCalls.payoff, { body: { orderId } })
  const { total, fees } = owed[0]!
  const first = M.subtract(M.fromDecimal(total, 'USD'), M.fromDecimal('4.00', 'USD'))
  await aRepayment(portal, orderId, M.toDecimal(first), { valueDate: day, payerRole: 'SUPPLIER' })
  expect(fees).toBeDefined()
  await closeTo(addDays(start, 20))
  expect([await statusOf(orderId), await waivers(orderId)]).toEqual(['OVERDUE', []])
  await tolerate('5', '5')
  await closeTo(addDays(start, 21))
  expect(await statusOf(orderId)).toBe('PARTIALLY_REPAID')
  expect(await waivers(orderId)).toHaveLength(1)
  expect(await brokenLaws(portal)).toEqual([])
  const info = await portal.ask(portal.seats.alderMaker, financeOrderCalls.repaymentInfo, { query: { id: orderId } })
  expect(info.schedule.map((one) => one.status)).toEqual(['WAIVED', 'NOT_DUE'])
  expect(info.repayments.map((one) => one.status)).toEqual(['POSTED', 'WAIVED'])
})

test('a waived claim is shown as waived, and the interest statement counts none of it as received', async () => {
  const start = day
  const { orderId } = await funded({ product: 'payables', fundingDate: start, tenors: [10] })
  await portal.look((tx) =>
    sql`insert into tolerance (currency, total, principal) values ('USD', '60', '60')
      on conflict (currency) do update set total = excluded.total, principal = excluded.principal`.execute(tx),
  )
  const claims = () =>
    portal.look((tx) =>
      tx.selectFrom('recourseClaim').select(['amount', 'waivedAmount', 'status']).where('orderId', '=', orderId).execute(),
    )
  // Paid a day late: without a reserve, its interest is a claim on the supplier.
  const { schedule } = await portal.ask(portal.seats.alderMaker, financeOrderCalls.repaymentInfo, { query: { id: orderId } })
  await closeTo(addDays(schedule[0]!.dueDate, 1))
  await aRepayment(portal, orderId, '100000', { valueDate: day })
  const [claim] = await claims()
  expect(claim).toMatchObject({ status: 'OPEN', waivedAmount: '0.0000' })
  await closeTo(addDays(schedule[0]!.dueDate, 12))
  const [waiver] = await waivers(orderId)
  expect(await claims()).toEqual([{ amount: claim!.amount, waivedAmount: claim!.amount, status: 'WAIVED' }])
  expect(await statusOf(orderId)).toBe('SETTLED')
  const info = await portal.ask(portal.seats.alderMaker, financeOrderCalls.repaymentInfo, { query: { id: orderId } })
  const waived = M.toDecimal(M.fromDecimal(Number(waiver!.amount).toFixed(2), 'USD'))
  expect(info.schedule).toMatchObject([{ status: 'WAIVED', waived }])

  const { list } = await portal.ask(portal.seats.elmMaker, listCalls(amortizationList).pageList, {
    body: { pageSize: 100, filterFields: { orderNo: await numberOf(orderId) } },
  })
  const sum = (figure: 'waived' | 'interestWaived' | 'repaid' | 'interestReceived') =>
    M.sum(
      (list ?? []).map((row) => M.fromDecimal(Number(row[figure]).toFixed(2), 'USD')),
      'USD',
    )
  // A cent of the overdue interest is waived with it.
  expect([M.toDecimal(sum('waived')), M.toDecimal(sum('interestWaived'))]).toEqual([Number(claim!.amount).toFixed(2), '0.01'])
  expect(M.toDecimal(M.add(sum('repaid'), sum('interestReceived')))).toBe('100000.00')
  expect(await brokenLaws(portal)).toEqual([])
})
