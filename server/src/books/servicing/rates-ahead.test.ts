import { addDays } from '@usance/domain/local-date'
import { arCalls } from '@usance/wire/ar/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { reportCalls } from '@usance/wire/report/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

/** A purchase in arrears, funded on the opening day. */
const anOrder = async (
  terms: { resetFrequency: 'DAILY' | 'MONTHLY' | 'NONE'; lookbackBd: number; floor?: string },
  tenor: number,
) => {
  await portal.asOwner((db) =>
    db
      .updateTable('financingProduct')
      .set({ floor: '0', ...terms })
      .where('id', '=', portal.world.products.purchaseInArrears)
      .execute(),
  )
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [tenor], fundingDate: openingDay })
  return orderId
}
const publish = (effectiveDate: string, percentRate: string, revision = 0) =>
  portal.asOwner((db) =>
    db
      .insertInto('baseRateFixing')
      .values({ id: newId(), type: 'SOFR', effectiveDate, revision, percentRate, source: 'test' })
      .execute(),
  )
const payoffOf = async (orderId: string, asOf?: string) =>
  (await portal.ask(portal.seats.alderMaker, repaymentCalls.payoff, { body: { orderId, ...(asOf ? { asOf } : {}) } })).total
const releases = async () =>
  (
    await portal.ask(portal.seats.alderMaker, reportCalls.cashflow, {
      body: { currency: 'USD', from: openingDay, to: addDays(openingDay, 120), step: 'DAY' },
    })
  ).rows.flatMap(({ kind, date, amount }) => (kind === 'RELEASE' ? [`${date} ${amount}`] : []))
const dueSoon = async (asOf?: string) => {
  const body = { currency: 'USD', ...(asOf ? { asOf } : {}) }
  const { interest, count } = await portal.ask(portal.seats.elmMaker, arCalls.queryRepaymentDueInNext7DaysAmount, { body })
  return { interest, count }
}

test('what is told for a coming day is what is due on it, with the resets whose fixings are in force', async () => {
  const orders = [
    await anOrder({ resetFrequency: 'DAILY', lookbackBd: 2 }, 30),
    await anOrder({ resetFrequency: 'DAILY', lookbackBd: 1, floor: '6.00' }, 60),
    await anOrder({ resetFrequency: 'MONTHLY', lookbackBd: 2 }, 60),
    await anOrder({ resetFrequency: 'NONE', lookbackBd: 2 }, 60),
  ]
  const today = '2025-03-28'
  await runEndOfDay(portal.app, { through: addDays(today, -1) })
  await publish('2025-03-26', '5.30')
  await publish('2025-03-27', '6.30')
  // A Friday: the resets of the weekend, of Monday and of the first of April are still to come.
  const days = [1, 2, 3, 4, 5, 6].map((ahead) => addDays(today, ahead))
  const told = []
  for (const day of days) told.push(await Promise.all(orders.map((id) => payoffOf(id, day))))
  const [expected, soon] = [await releases(), await dueSoon()]
  expect(soon.count).toBe(1)

  for (const [index, day] of days.entries()) {
    await runEndOfDay(portal.app, { through: addDays(day, -1) })
    expect([day, await Promise.all(orders.map((id) => payoffOf(id)))]).toEqual([day, told[index]])
    if (day === '2025-04-02') {
      expect(await releases()).toEqual(expected)
      expect((await dueSoon()).interest).toBe(soon.interest)
    }
  }
  // The fixings of the 26th and the 27th, with the margin, count from the night of the 28th on.
  const rates = await portal.look((tx) =>
    tx.selectFrom('ratePeriod').select(['fromDate', 'rate']).where('orderId', '=', orders[0]!).orderBy('fromDate').execute(),
  )
  expect(new Set(rates.map(({ rate }) => Number(rate)))).toEqual(new Set([6.8, 7.8, 8.8]))

  // A past day is told by what was known then, whatever fixing is corrected afterwards.
  await publish('2025-03-27', '9.30', 1)
  expect(await dueSoon(today)).toEqual(soon)
})
