import { addDays } from '@usance/domain/local-date'
import { listCalls } from '@usance/wire/list'
import { amortizationList } from '@usance/wire/report/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
let running: string
let paidOff: string
beforeAll(async () => {
  portal = await openPortal()
  running = (await aFundedOrder(portal, { product: 'purchaseInArrears' })).orderId
  paidOff = (await aFundedOrder(portal, { product: 'purchaseInArrears', faces: ['10000'] })).orderId
})
afterAll(() => portal.close())

const statement = async (orderId: string) =>
  (await portal.ask(portal.seats.elmMaker, listCalls(amortizationList).pageList, { body: { pageSize: 100 } })).list!.filter(
    (line) => line.orderId === orderId,
  )

test('the statement of a running order ends with the last night that is accrued, and begins with the first', async () => {
  expect(await statement(running)).toEqual([])
  const today = await runEndOfDay(portal.app, { through: addDays(openingDay, 11) })
  await aRepayment(portal, running, '40000.00', { valueDate: today })
  // 90,000.00 at 6.80 % bear 17.00 a night; the receipt of today comes with the close of today.
  const told = { fromDate: openingDay, toDate: addDays(today, -1), calendarDays: 12, accrued: '204.00', repaid: '0.00' }
  expect(await statement(running)).toMatchObject([told])
  await runEndOfDay(portal.app)
  expect(await statement(running)).toMatchObject([
    { fromDate: openingDay, toDate: today, calendarDays: 13, interestReceived: '204.00', repaid: '39796.00' },
  ])
})

test('an order that is paid off ends on its last day, also before the close of that day', async () => {
  const today = await runEndOfDay(portal.app)
  await aRepayment(portal, paidOff, '10000.00', { valueDate: today })
  expect(await statement(paidOff)).toMatchObject([{ toDate: today, closing: '0.00', interestDue: '0.00' }])
})
