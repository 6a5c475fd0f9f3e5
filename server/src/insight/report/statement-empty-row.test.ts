import { addDays } from '@usance/domain/local-date'
import { listCalls } from '@usance/wire/list'
import { amortizationList } from '@usance/wire/report/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a settled order has no row of a month in which nothing was owed on it, though its last receipt was booked then', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: openingDay, tenors: [28] })
  const day = await runEndOfDay(portal.app, { through: addDays(openingDay, 32) })
  expect(day.slice(0, 7)).toBe('2025-04')
  await aRepayment(portal, orderId, '100000', { valueDate: '2025-03-31' })
  await runEndOfDay(portal.app, { through: day })
  const statement = async (seat: Portal['seats']['elmMaker']) =>
    (await portal.ask(seat, listCalls(amortizationList).pageList, { body: { pageSize: 100 } })).list
      ?.filter((line) => line.orderId === orderId)
      .map(({ fromDate, repaid }) => [fromDate, repaid])
  for (const seat of [portal.seats.alderMaker, portal.seats.elmMaker, portal.seats.auditor])
    expect(await statement(seat)).toEqual([[openingDay, '90000.00']])
})
