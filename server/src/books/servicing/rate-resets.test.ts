import { addDays } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, anInstructedPayment, aRepayment, brokenLaws, takeBack } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.asOwner(async (db) => {
    await db
      .updateTable('financingProduct')
      .set({ resetFrequency: 'MONTHLY' })
      .where('id', '=', portal.world.products.purchaseInArrears)
      .execute()
    await db
      .insertInto('baseRateFixing')
      .values(
        ['2025-03-27', '2025-03-28'].map((effectiveDate) => ({
          id: sql<string>`gen_random_uuid()`,
          type: 'SOFR',
          effectiveDate,
          percentRate: '6.30',
          source: 'test',
        })),
      )
      .execute()
  })
  await runEndOfDay(portal.app, { through: addDays(paid, -1) })
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

/** A Friday before the reset of the first of April, from 6.80 % to 8.80 %. */
const paid = '2025-03-28'
const wanted = { product: 'purchaseInArrears' as const, fundingDate: paid, tenors: [90], rate: '6.80' }
const settlement3 = () => portal.seats.settlement3
const ratesOf = (orderId: string) =>
  portal.look((tx) =>
    tx.selectFrom('ratePeriod').select(['fromDate', 'rate']).where('orderId', '=', orderId).orderBy('fromDate').execute(),
  )
/** Stores a fixing of a day anew, as a passed correction does. */
const correct = (effectiveDate: string, percentRate: string) =>
  portal.asOwner((db) =>
    sql`insert into base_rate_fixing (id, type, effective_date, percent_rate, source, revision)
      select gen_random_uuid(), 'SOFR', ${effectiveDate}::date, ${percentRate}::numeric, 'test', coalesce(max(revision), 0) + 1
      from base_rate_fixing where type = 'SOFR' and effective_date = ${effectiveDate}::date`.execute(db),
  )
const interestOf = async (orderId: string) => {
  const { rows } = await portal.look((tx) =>
    sql<{
      sum: string
    }>`select sum(posted)::text as sum from interest_accrual where order_id = ${orderId} and component = 'INTEREST' and not reversed`.execute(
      tx,
    ),
  )
  return Number(rows[0]!.sum)
}

test('a funding recorded late, and an order opened again, take the reset of a day on which they did not run', async () => {
  const onTime = await aFundedOrder(portal, wanted)
  const late = await anInstructedPayment(portal, wanted)
  const returned = await aFundedOrder(portal, wanted)
  const lost = await aRepayment(portal, returned.orderId, '100000', { valueDate: paid })
  await runEndOfDay(portal.app, { through: '2025-04-01' })
  expect((await ratesOf(returned.orderId)).length).toBe(1)

  await portal.ask(settlement3(), paymentCalls.markPaid, {
    body: { id: late.payment.id, valueDate: paid, bankRef: 'LATE-BY-A-RESET' },
  })
  await takeBack(portal, lost)
  const expected = await ratesOf(onTime.orderId)
  expect(expected.map(({ fromDate, rate }) => [fromDate, Number(rate)])).toEqual([
    [paid, 6.8],
    ['2025-04-01', 8.8],
  ])
  // Four nights at 17.00 and one at 22.00.
  expect(await interestOf(onTime.orderId)).toBe(90)
  for (const { orderId } of [late, returned]) {
    expect(await ratesOf(orderId)).toEqual(expected)
    expect(await interestOf(orderId)).toBe(90)
  }
  await runEndOfDay(portal.app, { through: '2025-04-29' })
  for (const { orderId } of [onTime, late, returned]) expect(await interestOf(orderId)).toBe(706)
})

test('a past day has the fixing that its close knew, also for an order that is opened again or funded late after a correction', async () => {
  const wanted = { product: 'purchaseInArrears' as const, fundingDate: '2025-04-30', tenors: [90], rate: '6.80' }
  const onTime = await aFundedOrder(portal, wanted)
  const returned = await aFundedOrder(portal, wanted)
  const late = await anInstructedPayment(portal, wanted)
  await correct('2025-04-29', '4.30')
  const paidBack = await aRepayment(portal, returned.orderId, '100000', { valueDate: '2025-04-30' })
  await runEndOfDay(portal.app, { through: '2025-05-03' })
  await correct('2025-04-29', '9.30')
  await portal.ask(settlement3(), paymentCalls.markPaid, {
    body: { id: late.payment.id, valueDate: '2025-04-30', bankRef: 'LATE-BY-A-CORRECTION' },
  })
  await takeBack(portal, paidBack)
  const expected = await ratesOf(onTime.orderId)
  expect(expected.map(({ fromDate, rate }) => [fromDate, Number(rate)])).toEqual([
    ['2025-04-30', 6.8],
    ['2025-05-01', 4.8],
  ])
  for (const { orderId } of [late, returned]) {
    expect(await ratesOf(orderId)).toEqual(expected)
    expect(await interestOf(orderId)).toBe(await interestOf(onTime.orderId))
  }
})
