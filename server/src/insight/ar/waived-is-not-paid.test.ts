import { readFileSync } from 'node:fs'
import { addDays } from '@usance/domain/local-date'
import { arCalls } from '@usance/wire/ar/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationsFolder } from '../../database/migrate.ts'
import { foldReceivables } from '../../jobs/fold-receivables.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, brokenLaws, waiversOn } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'
import { checkSums } from './sums.ts'

// A receivable of 100,000.00 of which its buyer has paid all but a cent, which was waived.
let portal: Portal
let paidOn = openingDay
let today = openingDay
beforeAll(async () => {
  portal = await openPortal()
  await portal.look((tx) => tx.insertInto('tolerance').values({ currency: 'USD', total: '20', principal: '1' }).execute())
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [10] })
  paidOn = await runEndOfDay(portal.app, { through: addDays(openingDay, 9) })
  await aRepayment(portal, orderId, '99999.99', { valueDate: paidOn })
  today = await runEndOfDay(portal.app, { through: addDays(paidOn, 14) })
  expect(await waiversOn(portal, orderId)).toEqual(['0.01 POSTED'])
})
afterAll(() => portal.close())

/** What a supplier reads of payments: in all, how punctual, after how many days, by buyer, by month, one by one; and what is still owed. */
async function told(days: { asOf?: string; dateBegin?: string } = {}) {
  const body = { currency: 'USD', ...days }
  const ask = portal.seats.alderMaker
  const byDate = await portal.ask(ask, arCalls.queryPaymentHistoryByDate, { body })
  const byBuyer = await portal.ask(ask, arCalls.queryPaymentHistoryByBuyer, { body })
  const { list } = await portal.ask(ask, arCalls.queryPaymentHistoryTable, { body })
  const history = await portal.ask(ask, arCalls.queryHistoryDueBalance, { body })
  return {
    total: byDate.total,
    onTimePct: byDate.onTimePct,
    daysLate: byDate.daysLate,
    months: byDate.series.map(({ amount }) => amount),
    buyers: byBuyer.map(({ amount, sharePct }) => `${amount} ${sharePct}`),
    payments: list.map(({ payDate, amount }) => `${payDate} ${amount}`),
    owed: history.at(-1)!.amount,
  }
}
const truth = () => ({
  total: '99999.99',
  onTimePct: '100.00',
  daysLate: '0.0',
  months: ['99999.99'],
  buyers: ['99999.99 100.00'],
  payments: [`${paidOn} 99999.99`],
  owed: '0.00',
})

test('what is paid is what payments brought, and a waived rest is owed no more', async () => {
  // From the sums of today, before and after they are folded, from the rows of a day, and from those between two days.
  expect(await told()).toEqual(truth())
  await foldReceivables(portal.app)
  expect(await told()).toEqual(truth())
  await portal.setBusinessDate(addDays(today, 1))
  expect(await told({ asOf: today })).toEqual(truth())
  expect(await told({ dateBegin: openingDay })).toEqual(truth())
  await portal.setBusinessDate(today)
  expect(await portal.look(checkSums)).toEqual([])
  expect(await brokenLaws(portal)).toEqual([])
})

test('sums that were kept while a waived rest counted as paid are put right', async () => {
  // As a waived rest was kept before: paid, and no reduction.
  await portal.asOwner((db) =>
    sql`insert into receivable_change (supplier_id, buyer_id, currency, buyer_visible, day, reduced, paid, paid_on_time, paid_days, paid_late_days)
      select i.supplier_id, i.buyer_id, i.currency, i.buyer_visible, p.pay_date, -p.amount, p.amount,
        case when p.pay_date <= i.due_date then p.amount else 0 end, p.amount * (p.pay_date - i.issue_date), p.amount * (p.pay_date - i.due_date)
      from invoice_payment p join invoice i on i.id = p.invoice_id where p.waived`.execute(db),
  )
  expect((await told()).total).toBe('100000.00')
  const text = readFileSync(`${migrationsFolder()}/1830-waived-is-not-paid.sql`, 'utf8')
  const [begin, end] = ['create function tell_waivers_apart()', 'drop function tell_waivers_apart();']
  await portal.asOwner((db) => sql.raw(text.slice(text.indexOf(begin), text.indexOf(end) + end.length)).execute(db))
  expect(await told()).toEqual(truth())
  expect(await portal.look(checkSums)).toEqual([])
})
