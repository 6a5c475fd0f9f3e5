import { addDays } from '@usance/domain/local-date'
import { listCalls } from '@usance/wire/list'
import { reportCalls } from '@usance/wire/report/calls'
import { amortizationList } from '@usance/wire/report/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

// An order runs over a month end; its buyer's receipt of the month before is booked when the month has been reported.
let portal: Portal
let orderId: string
const monthEnd = '2025-03-31'
const booked = '2025-04-03'
beforeAll(async () => {
  portal = await openPortal()
  orderId = (await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: openingDay, tenors: [60] })).orderId
  await runEndOfDay(portal.app, { through: addDays(booked, -1) })
}, 240_000)
afterAll(async () => {
  expect(await brokenLaws(portal)).toEqual([])
  await portal.close()
})

const overviewAt = (asOf?: string) =>
  portal.ask(portal.seats.alderMaker, reportCalls.accountOverview, { body: asOf ? { asOf } : {} })
const statement = async (seat = portal.seats.alderMaker) => {
  const { list = [] } = await portal.ask(seat, listCalls(amortizationList).pageList, {
    body: { pageSize: 100 },
  })
  return list.filter((line) => line.orderId === orderId).map((line) => [line.toDate, line.bookedLaterOn])
}

test('a past day and a month that nothing was booked into later bear no mark', async () => {
  expect((await overviewAt(monthEnd)).bookedLater).toBeNull()
  expect(await statement()).toContainEqual([monthEnd, null])
})

test('a receipt with a value date in a month that has ended marks the month and the day, and names the day of its booking', async () => {
  const before = await overviewAt(monthEnd)
  await aRepayment(portal, orderId, '40000', { valueDate: '2025-03-28' })
  const after = await overviewAt(monthEnd)
  expect(after.currencies).not.toEqual(before.currencies)
  expect(after.bookedLater).toMatchObject({ lastOn: booked })
  expect(after.bookedLater!.entries).toBeGreaterThan(0)
  expect((await overviewAt('2025-03-27')).bookedLater).toBeNull()
  expect((await overviewAt()).bookedLater).toBeNull()
  const lines = await statement()
  expect(lines).toContainEqual([monthEnd, booked])
  // The nights of the month that runs were posted already, and are restated with it.
  expect(lines.filter(([, on]) => on === booked).map(([through]) => through)).toEqual([addDays(booked, -1), monthEnd])
})

test('a month whose interest was restated later bears the mark for each party', async () => {
  const { alderMaker, elmMaker, settlement } = portal.seats
  const today = await runEndOfDay(portal.app, { through: '2025-04-30' })
  await aRepayment(portal, orderId, '10000', { valueDate: '2025-03-31' })
  for (const seat of [elmMaker, settlement, alderMaker])
    expect(await statement(seat)).toEqual(
      expect.arrayContaining([
        [monthEnd, today],
        ['2025-04-30', today],
      ]),
    )
})
