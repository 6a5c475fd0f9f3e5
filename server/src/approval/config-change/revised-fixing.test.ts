import { randomUUID } from 'node:crypto'
import { addDays } from '@usance/domain/local-date'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { anOrderResetDaily } from '../../testing/resets.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, passAll, requestFor } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const fix = (effectiveDate: string, percentRate: string) => fixAll([effectiveDate], percentRate)
const fixAll = async (days: string[], percentRate: string) => {
  const fixings = days.map((effectiveDate) => ({ type: 'SOFR', effectiveDate, percentRate }))
  const { no } = await portal.ask(portal.seats.operations, configChangeCalls.propose, {
    body: { kind: 'RATE', values: { fixings, source: 'desk' }, idempotencyKey: randomUUID() },
  })
  await passAll(portal, no, 'RATE')
}
const told = (orderId: string) =>
  portal.look((tx) =>
    tx
      .selectFrom('notification as n')
      .innerJoin('company as c', 'c.id', 'n.companyId')
      .select(['n.event', 'c.isPlatform', 'n.params', 'n.objectId'])
      .where('n.event', 'like', 'FINANCE_ORDER_%_REVISED')
      .where('n.objectId', '=', orderId)
      .orderBy('c.isPlatform')
      .execute(),
  )

test('a corrected fixing is notified to staff and funder of each order that uses it, and the order keeps its rate', async () => {
  const { orderId: id } = await aFundedOrder(portal)
  // The order is not paid out yet and has borne no interest to restate.
  await aRightConfirmedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  const { orderNo, rate } = await portal.ask(portal.seats.elmMaker, financeOrderCalls.detail, { query: { id } })

  await fix('2025-02-28', '4.45')
  expect(await told(id)).toEqual([])

  await fix('2025-02-27', '4.40')
  const params = {
    type: 'SOFR',
    date: '2025-02-27',
    orderNo,
    before: '4.3',
    after: '4.4',
    // 0.10 % of 90,000.00 for the sixty days of the discount.
    amount: '15.00',
    currency: 'USD',
  }
  expect(await told(id)).toEqual([
    { event: 'FINANCE_ORDER_INCOME_REVISED', isPlatform: false, params, objectId: id },
    { event: 'FINANCE_ORDER_RATE_REVISED', isPlatform: true, params, objectId: id },
  ])
  expect((await portal.ask(portal.seats.elmMaker, financeOrderCalls.detail, { query: { id } })).rate).toBe(rate)
  expect(await brokenLaws(portal)).toEqual([])

  // Corrected back, the order rests on the present revision.
  await fix('2025-02-27', '4.30')
  expect(await told(id)).toHaveLength(2)
})

test('a correction that the platform’s spread bears alone is notified to staff alone', async () => {
  const { payables } = portal.world.products
  await portal.asOwner((db) =>
    db.updateTable('financingProduct').set({ fundRate: '5.50', fundDayBase: 360 }).where('id', '=', payables).execute(),
  )
  const { orderId: id } = await aFundedOrder(portal, { product: 'payables' })
  await fix('2025-02-27', '4.35')
  expect(await told(id)).toMatchObject([{ event: 'FINANCE_ORDER_RATE_REVISED', isPlatform: true }])
  await fix('2025-02-27', '4.30')
})

test('a reset by a fixing of another day is kept though the rate is the same, so that its correction is notified too', async () => {
  const { purchaseInArrears } = portal.world.products
  await portal.asOwner((db) =>
    db.updateTable('financingProduct').set({ resetFrequency: 'MONTHLY' }).where('id', '=', purchaseInArrears).execute(),
  )
  const { orderId: id } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  await fix('2025-03-20', '4.30')
  await runEndOfDay(portal.app, { through: '2025-04-10' })
  const periods = await portal.look((tx) =>
    tx
      .selectFrom('ratePeriod')
      .select(['fromDate', 'fixingDate', 'rate'])
      .where('orderId', '=', id)
      .orderBy('fromDate')
      .execute(),
  )
  expect(periods.map(({ fromDate, fixingDate, rate }) => [fromDate, fixingDate, Number(rate)])).toEqual([
    ['2025-03-03', '2025-02-27', 6.8],
    ['2025-04-01', '2025-03-20', 6.8],
  ])
  expect(await told(id)).toEqual([])
  await fix('2025-03-20', '4.40')
  // 0.10 % of 90,000.00 for the ten nights since the reset.
  expect(await told(id)).toMatchObject([{ params: { amount: '2.50' } }, { params: { amount: '2.50' } }])
  expect(await brokenLaws(portal)).toEqual([])
})

test('a fixing that is added late is notified to staff and funder of each order that was reset without it', async () => {
  const { orderId: id, day } = await anOrderResetDaily(portal)
  const rateBefore = await portal.ask(portal.seats.elmMaker, financeOrderCalls.detail, { query: { id } })
  expect(await told(id)).toEqual([])
  const late = addDays(day, 3)
  await fix(late, '5.40')
  const [toFunder, toStaff] = await told(id)
  expect([toFunder, toStaff].map((one) => one?.event)).toEqual(['FINANCE_ORDER_INCOME_REVISED', 'FINANCE_ORDER_RATE_REVISED'])
  // From the second business day after it on: 1.00 % of 90,000.00 is 2.50 a night, on five nights.
  expect(toStaff?.params).toMatchObject({ type: 'SOFR', date: late, before: '4.4', after: '5.4', amount: '12.50' })
  const { rate } = await portal.ask(portal.seats.elmMaker, financeOrderCalls.detail, { query: { id } })
  expect(rate).toBe(rateBefore.rate)
})

test('of many fixings that are added late at once, an order is told of once, with what they make together', async () => {
  const { orderId: id, day } = await anOrderResetDaily(portal)
  const known = await portal.look((tx) =>
    tx.selectFrom('baseRateFixing').select('effectiveDate').where('type', '=', 'SOFR').execute(),
  )
  const days = Array.from({ length: 900 }, (_, back) => addDays(day, 3 - back)).filter(
    (one) => !known.some(({ effectiveDate }) => effectiveDate === one),
  )
  await fixAll(days, '6.40')
  const notices = await told(id)
  expect(notices.map(({ event }) => event)).toEqual(['FINANCE_ORDER_INCOMES_REVISED', 'FINANCE_ORDER_RATES_REVISED'])
  // 1.00 % of 90,000.00 is 2.50 a night, on the nine nights since the funding.
  expect(notices[1]?.params).toMatchObject({ type: 'SOFR', toDate: addDays(day, 3), amount: '22.50' })
  expect(await brokenLaws(portal)).toEqual([])
})
