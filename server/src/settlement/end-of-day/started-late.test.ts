import { addDays } from '@usance/domain/local-date'
import { endOfDaySteps } from '@usance/wire/end-of-day/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { aFundedOrder, anInstructedPayment, aRepayment, brokenLaws, takeBack } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { runEndOfDay } from './run-end-of-day.ts'
import type { StepName } from './steps.ts'

/** A Friday before the reset of the first of April, from 6.80 % to 8.80 %. */
const paid = '2025-03-28'
const resetDay = '2025-04-01'

let portal: Portal
let lives: Awaited<ReturnType<typeof twoLives>>[] = []
beforeAll(async () => {
  portal = await openPortal()
  const { purchaseInArrears } = portal.world.products
  await portal.asOwner(async (db) => {
    await db.updateTable('financingProduct').set({ resetFrequency: 'MONTHLY' }).where('id', '=', purchaseInArrears).execute()
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
  lives = [await twoLives(), await twoLives()]
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const wanted = { product: 'purchaseInArrears' as const, fundingDate: paid, tenors: [90], rate: '6.80' }
/** An order whose payment is with the bank, and one that was settled on its first day by money that comes back. */
async function twoLives() {
  const late = await anInstructedPayment(portal, wanted)
  const opened = await aFundedOrder(portal, wanted)
  return { late, opened, receipt: await aRepayment(portal, opened.orderId, '100000', { valueDate: paid }) }
}
const recordPaid = (id: string, valueDate: string) =>
  portal.ask(portal.seats.settlement3, paymentCalls.markPaid, { body: { id, valueDate, bankRef: `LATE-${newId()}` } })
/** Begins the close of the day, and stops it as a crash would once a step is done. */
const closeUntil = (last: StepName) => {
  let asked = 0
  return runEndOfDay(portal.app, { interrupted: () => asked++ > endOfDaySteps.indexOf(last) })
}
const nightsOf = async (orderId: string) => {
  const { rows } = await portal.look((tx) =>
    sql<{ night: string }>`select accrual_date || ' ' || sum(posted)::numeric(12, 2) as night from interest_accrual
      where order_id = ${orderId} and not reversed group by accrual_date order by 1`.execute(tx),
  )
  return rows.map((row) => row.night)
}
const snapshotOf = async (day: string) => {
  const { rows } = await portal.look((tx) =>
    sql<{ interest: string }>`select accrued_interest::numeric(12, 2)::text as interest from daily_position
      where business_date = ${day} and funder_id = ${portal.world.companies.elm} and currency = 'USD'`.execute(tx),
  )
  return rows[0]?.interest
}

test('a funding that is recorded while its day closes is accrued for that night, and counts in the position', async () => {
  const { orderId, payment } = await anInstructedPayment(portal, wanted)
  await closeUntil('POOLS')
  await recordPaid(payment.id, paid)
  expect(await nightsOf(orderId)).toEqual([])
  expect(await runEndOfDay(portal.app)).toBe(addDays(paid, 1))
  expect(await nightsOf(orderId)).toEqual([`${paid} 17.00`])
  expect(await snapshotOf(paid)).toBe('17.00')
  await runEndOfDay(portal.app)
  expect(await nightsOf(orderId)).toEqual([`${paid} 17.00`, `${addDays(paid, 1)} 17.00`])
})

test('orders that are funded or opened again while the first of a month closes take its fixing and its night', async () => {
  await runEndOfDay(portal.app, { through: addDays(resetDay, -1) })
  const [first, second] = lives
  await closeUntil('RESETS')
  await recordPaid(first!.late.payment.id, paid)
  await takeBack(portal, first!.receipt)
  await closeUntil('ACCRUALS')
  await recordPaid(second!.late.payment.id, paid)
  await takeBack(portal, second!.receipt)
  await runEndOfDay(portal.app)
  const night = (days: number, posted: string) => `${addDays(paid, days)} ${posted}`
  for (const { late, opened } of lives)
    for (const { orderId } of [late, opened])
      expect(await nightsOf(orderId)).toEqual([...[0, 1, 2, 3].map((days) => night(days, '17.00')), night(4, '22.00')])
})
