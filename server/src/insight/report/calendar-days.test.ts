import { listCalls } from '@usance/wire/list'
import { amortizationList } from '@usance/wire/report/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('the interest statement tells calendar days by that name, whatever the day count of the order counts', async () => {
  const productId = portal.world.products.purchaseInArrears
  await portal.look((tx) => tx.updateTable('financingProduct').set({ dayCount: '30_360' }).where('id', '=', productId).execute())
  const { orderId } = await aFundedOrder(portal, { productId, tenors: [90] })
  await runEndOfDay(portal.app, { through: '2025-04-30' })
  const { list = [] } = await portal.ask(portal.seats.elmMaker, listCalls(amortizationList).pageList, { body: {} })
  const told = list
    .filter((line) => line.orderId === orderId && String(line.fromDate) < '2025-05')
    .map(({ fromDate, dayCount, calendarDays, interestExact }) => ({
      fromDate,
      dayCount,
      calendarDays,
      interestExact,
    }))
  // 90,000.00 at 6.80 % bears 17.00 a day. From 3 March 30/360 counts 28 days to the end of the month, for 29 nights.
  expect(told).toEqual([
    { fromDate: '2025-04-01', dayCount: '30_360', calendarDays: 30, interestExact: '510' },
    { fromDate: '2025-03-03', dayCount: '30_360', calendarDays: 29, interestExact: '476' },
  ])
})
