import { randomUUID } from 'node:crypto'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, passAll, requestFor } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const fix = async (effectiveDate: string, percentRate: string) => {
  const fixings = [{ type: 'SOFR', effectiveDate, percentRate }]
  const { no } = await portal.ask(portal.seats.operations, configChangeCalls.propose, {
    body: { kind: 'RATE', values: { fixings, source: 'desk' }, idempotencyKey: randomUUID() },
  })
  await passAll(portal, no, 'RATE')
}
const told = () =>
  portal.look((tx) =>
    tx
      .selectFrom('notification as n')
      .innerJoin('company as c', 'c.id', 'n.companyId')
      .select(['c.isPlatform', 'n.params', 'n.objectId'])
      .where('n.event', '=', 'FINANCE_ORDER_RATE_REVISED')
      .orderBy('c.isPlatform')
      .execute(),
  )

test('a corrected fixing is notified to staff and funder of each order that uses it, and the order keeps its rate', async () => {
  const { orderId: id } = await aFundedOrder(portal)
  // The order is not paid out yet and has borne no interest to restate.
  await aRightConfirmedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  const { orderNo, rate } = await portal.ask(portal.seats.elmMaker, financeOrderCalls.detail, { query: { id } })

  await fix('2025-02-28', '4.45')
  expect(await told()).toEqual([])

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
  expect(await told()).toEqual([
    { isPlatform: false, params, objectId: id },
    { isPlatform: true, params, objectId: id },
  ])
  expect((await portal.ask(portal.seats.elmMaker, financeOrderCalls.detail, { query: { id } })).rate).toBe(rate)
  expect(await brokenLaws(portal)).toEqual([])

  // Corrected back, the order rests on the present revision.
  await fix('2025-02-27', '4.30')
  expect(await told()).toHaveLength(2)
})
