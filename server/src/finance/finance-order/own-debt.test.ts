import { readFileSync } from 'node:fs'
import { addDays } from '@usance/domain/local-date'
import { arCalls } from '@usance/wire/ar/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { financeOrderList } from '@usance/wire/finance-order/list'
import { listCalls } from '@usance/wire/list'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { repaymentDetailList, repaymentList } from '@usance/wire/repayment/list'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { migrationsFolder } from '../../database/migrate.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, balanceIn, brokenLaws, credit, takeBack, type WantedOrder } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { passWriteOff } from '../../testing/trade.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const detail = (seat: Seat, id: string) => portal.ask(seat, financeOrderCalls.detail, { query: { id } })
const info = (seat: Seat, id: string) => portal.ask(seat, financeOrderCalls.repaymentInfo, { query: { id } })
const listed = async (seat: Seat, orderNo: string) =>
  (await portal.ask(seat, listCalls(financeOrderList).pageList, { body: { filterFields: { orderNo } } })).list![0]
const financed = async (seat: Seat, orderId: string) =>
  (await portal.ask(seat, arCalls.queryFinancingBalanceAmount, { body: { currency: 'USD' } })).orders.find(
    ({ id }) => id === orderId,
  )?.principal
const invoiceOf = (id: string) =>
  portal.look((tx) =>
    tx.selectFrom('invoice').select(['payStatus', 'financeStatus', 'docStatus']).where('id', '=', id).executeTakeFirstOrThrow(),
  )
const balance = (orderId: string, account: string) => balanceIn(portal, orderId, account)

/** An order of Alder against Cedar over one invoice, funded on the next business day. */
async function anOrder(wanted: WantedOrder = {}) {
  let { businessDate: fundingDate } = await portal.look((tx) =>
    tx.selectFrom('businessDay').select('businessDate').executeTakeFirstOrThrow(),
  )
  while ([0, 6].includes(new Date(`${fundingDate}T00:00:00Z`).getUTCDay())) fundingDate = await runEndOfDay(portal.app)
  const order = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate, tenors: [10], ...wanted })
  const { orderNo } = await detail(portal.seats.elmMaker, order.orderId)
  return { ...order, orderNo, fundingDate, invoiceId: order.invoiceIds[0]! }
}
async function aLoss(wanted: WantedOrder = {}) {
  const order = await anOrder(wanted)
  const today = await runEndOfDay(portal.app, { through: addDays(order.fundingDate, 101) })
  await portal.ask(portal.seats.elmMaker, writeOffCalls.request, {
    body: { orderId: order.orderId, reason: 'The buyer is insolvent.' },
  })
  await passWriteOff(portal, order.orderNo)
  return { ...order, today }
}

test('a buyer that has paid its invoice owes nothing, whatever its supplier still owes', async () => {
  const { orderId, orderNo, fundingDate } = await anOrder({ faces: ['10000'] })
  const { cedarChecker, alderMaker, elmMaker } = portal.seats
  // The supplier pays a part, then the buyer its whole invoice, too late: the costs of the days beyond grace are left.
  const part = await aRepayment(portal, orderId, '100', { payerRole: 'SUPPLIER' })
  expect(await listed(cedarChecker, orderNo)).toMatchObject({ status: 'FUNDED', principalOutstanding: '9000.00' })
  const today = await runEndOfDay(portal.app, { through: addDays(fundingDate, 40) })
  expect(await listed(cedarChecker, orderNo)).toMatchObject({ status: 'OVERDUE', principalOutstanding: '9000.00' })
  expect(await financed(cedarChecker, orderId)).toBe('9000.00')
  const own = await aRepayment(portal, orderId, '4000', { valueDate: today })

  const buyer = await detail(cedarChecker, orderId)
  expect(buyer).toMatchObject({
    status: 'OVERDUE',
    principalOutstanding: '6000.00',
    items: [{ principalOutstanding: '6000.00' }],
  })
  expect(await listed(cedarChecker, orderNo)).toMatchObject({ status: 'OVERDUE', principalOutstanding: '6000.00' })
  expect(await financed(cedarChecker, orderId)).toBe('6000.00')
  const told = await info(cedarChecker, orderId)
  expect(told.schedule).toMatchObject([
    {
      paid: '4000.00',
      status: 'PAST_DUE',
      invoice: { amount: '10000.00', reduced: '0.00', outstanding: '6000.00' },
    },
  ])
  expect(told.repayments).toMatchObject([
    { no: own.no, amount: '4000.00', allocations: [{ component: 'INVOICE', amount: '4000.00' }] },
  ])
  expect(told.payoff).toBeNull()
  // Its supplier and its funder read what the order owes.
  for (const seat of [alderMaker, elmMaker]) {
    expect((await detail(seat, orderId)).principalOutstanding).not.toBe('6000.00')
    expect((await info(seat, orderId)).repayments.map(({ no }) => no)).toEqual([part.no, own.no])
    expect((await info(seat, orderId)).schedule[0]).not.toHaveProperty('invoice')
  }

  // Neither lists nor pages tell the buyer what its supplier pays, or how its own money was split.
  const { list: rows } = await portal.ask(cedarChecker, listCalls(repaymentList).pageList, { body: { pageSize: 100 } })
  expect(rows!.map(({ no }) => no)).toEqual([own.no])
  const { list: lines } = await portal.ask(cedarChecker, listCalls(repaymentDetailList).pageList, { body: { pageSize: 100 } })
  expect(lines).toMatchObject([{ no: own.no, orderNo, component: 'INVOICE', amount: '4000.00' }])
  expect((await refusalOf(portal.ask(cedarChecker, repaymentCalls.detail, { body: { id: part.id } }))).code).toBe(404)
  const page = await portal.ask(cedarChecker, repaymentCalls.detail, { body: { id: own.id } })
  expect(page.allocations.map(({ component, amount }) => `${component} ${amount}`)).toEqual(['INVOICE 4000.00'])

  const rest = await aRepayment(portal, orderId, '6010', { valueDate: today })
  expect(await listed(cedarChecker, orderNo)).toMatchObject({ status: 'SETTLED', principalOutstanding: '0.00' })
  expect(await financed(cedarChecker, orderId)).toBeUndefined()
  expect((await info(cedarChecker, orderId)).schedule).toMatchObject([
    { paid: '10000.00', invoice: { outstanding: '0.00' }, status: 'PAID' },
  ])
  const last = await portal.ask(cedarChecker, repaymentCalls.detail, { body: { id: rest.id } })
  expect(last.allocations.map(({ component, amount }) => `${component} ${amount}`)).toEqual(['INVOICE 6000.00', 'REFUND 10.00'])
})

test('the schedule tells a buyer what it owes on its invoice, and no figure of the financing', async () => {
  const { orderId } = await anOrder({ faces: ['10000'] })
  const { cedarChecker, alderMaker, elmMaker } = portal.seats
  const [told] = (await info(cedarChecker, orderId)).schedule
  expect(told?.invoice).toEqual({ amount: '10000.00', reduced: '0.00', outstanding: '10000.00' })
  expect(JSON.stringify(told)).not.toContain('9000.00')
  for (const name of ['principalDue', 'outstanding']) expect(told).not.toHaveProperty(name)
  for (const seat of [alderMaker, elmMaker])
    expect((await info(seat, orderId)).schedule).toMatchObject([{ principalDue: '9000.00', outstanding: '9000.00' }])
  await aRepayment(portal, orderId, '10000', { valueDate: await runEndOfDay(portal.app) })
})

test('costs that are left when the buyer has paid are the debt of its supplier alone', async () => {
  const { orderId, orderNo, invoiceId, fundingDate } = await anOrder({ faces: ['10000'] })
  const { cedarChecker, alderMaker } = portal.seats
  // A credit note uses up the reserve, so that nothing pays the costs.
  await credit(portal, invoiceId, '1000')
  expect((await info(cedarChecker, orderId)).schedule).toMatchObject([
    { paid: '0.00', invoice: { amount: '10000.00', reduced: '1000.00', outstanding: '9000.00' } },
  ])
  const today = await runEndOfDay(portal.app, { through: addDays(fundingDate, 40) })
  await aRepayment(portal, orderId, '9000', { valueDate: today })
  expect((await detail(alderMaker, orderId)).status).toBe('OVERDUE')
  expect(Number((await detail(alderMaker, orderId)).principalOutstanding)).toBeGreaterThan(0)
  expect(await listed(cedarChecker, orderNo)).toMatchObject({ status: 'SETTLED', principalOutstanding: '0.00' })
  expect(await invoiceOf(invoiceId)).toEqual({ payStatus: 'PAID', financeStatus: 'FINANCED', docStatus: 'CLOSED' })
  expect((await detail(cedarChecker, orderId)).timeline.map(({ event }) => event)).not.toContain('FINANCE_ORDER_OVERDUE')
})

test('after a loss each is told what it still owes, and an invoice that is paid after all reads as paid', async () => {
  const { orderId, orderNo, invoiceId, today } = await aLoss()
  const { cedarChecker, alderMaker, elmMaker } = portal.seats
  const loss = await balance(orderId, 'F5000')
  const debt = await balance(orderId, 'S2000')
  const { recourse } = await detail(elmMaker, orderId)
  expect(recourse).toBe(true)
  const costs = (Number(loss) - Number(debt)).toFixed(2)
  expect(Number(costs)).toBeGreaterThan(0)
  expect((await info(alderMaker, orderId)).afterLoss).toEqual({ what: 'DEBT', principal: debt, costs, total: loss })
  expect((await info(elmMaker, orderId)).afterLoss).toEqual({ what: 'LOSS', principal: debt, costs, total: loss })
  expect((await info(cedarChecker, orderId)).afterLoss).toMatchObject({ what: 'DEBT', costs: '0.00', total: '100000.00' })
  expect(await listed(cedarChecker, orderNo)).toMatchObject({ status: 'WRITTEN_OFF', principalOutstanding: '90000.00' })
  expect(await financed(cedarChecker, orderId)).toBe('90000.00')
  expect((await detail(alderMaker, orderId)).principalOutstanding).toBe('0.00')

  await aRepayment(portal, orderId, '20000', { valueDate: today, payerRole: 'SUPPLIER' })
  const left = await balance(orderId, 'F5000')
  expect((await info(alderMaker, orderId)).afterLoss).toMatchObject({ principal: await balance(orderId, 'S2000'), total: left })
  expect((await info(cedarChecker, orderId)).repayments).toEqual([])
  await aRepayment(portal, orderId, '40000', { valueDate: today })
  expect((await info(cedarChecker, orderId)).schedule).toMatchObject([
    { paid: '40000.00', invoice: { outstanding: '60000.00' }, status: 'PAST_DUE' },
  ])
  expect((await info(cedarChecker, orderId)).afterLoss).toMatchObject({ total: '60000.00' })
  expect((await invoiceOf(invoiceId)).payStatus).toBe('WRITTEN_OFF')

  const rest = await aRepayment(portal, orderId, '60000', { valueDate: today })
  expect(await invoiceOf(invoiceId)).toEqual({ payStatus: 'PAID', financeStatus: 'SETTLED', docStatus: 'CLOSED' })
  for (const seat of [alderMaker, elmMaker, cedarChecker]) expect((await info(seat, orderId)).afterLoss).toBeNull()
  expect(await listed(cedarChecker, orderNo)).toMatchObject({ status: 'SETTLED', principalOutstanding: '0.00' })
  // One that was paid before it could read so is put right.
  const text = readFileSync(`${migrationsFolder()}/0935-what-a-buyer-reads.sql`, 'utf8')
  await portal.asOwner(async (db) => {
    await sql`set app.scope = 'system'`.execute(db)
    await sql`update invoice set pay_status = 'WRITTEN_OFF', finance_status = 'OVERDUE' where id = ${invoiceId}`.execute(db)
    await sql.raw(text.slice(text.indexOf('create function paid_after_all'))).execute(db)
  })
  expect(await invoiceOf(invoiceId)).toMatchObject({ payStatus: 'PAID', financeStatus: 'SETTLED' })
  // What is taken back is lost again.
  await takeBack(portal, rest)
  expect(await invoiceOf(invoiceId)).toEqual({ payStatus: 'WRITTEN_OFF', financeStatus: 'OVERDUE', docStatus: 'CONFIRMED' })
})

test('a buyer reads nothing of what its supplier and the funder agreed on', async () => {
  const { orderId } = await anOrder()
  const { cedarMaker, alderMaker } = portal.seats
  const agreed = ['netAmount', 'interestAmount', 'feeAmount', 'reserveAmount']
  const [buyer, supplier] = [await detail(cedarMaker, orderId), await detail(alderMaker, orderId)]
  for (const key of agreed) {
    expect(Object.keys(buyer)).not.toContain(key)
    expect(Object.keys(supplier)).toContain(key)
  }
  expect(Object.keys(buyer.product)).not.toEqual(expect.arrayContaining(['advanceRate']))
  expect(Object.keys(buyer.items[0]!)).not.toEqual(expect.arrayContaining(['reserve']))
  const funding = await portal.ask(cedarMaker, financeOrderCalls.fundingInfo, { params: { id: orderId } })
  expect(Object.keys(funding).sort()).toEqual(['advance', 'approvedAmount', 'fees', 'payments'])
})
