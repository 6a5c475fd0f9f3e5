import { readFileSync } from 'node:fs'
import { addDays } from '@usance/domain/local-date'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationsFolder } from '../../database/migrate.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const rowsOf = (query: ReturnType<typeof sql<Record<string, unknown>>>) =>
  portal.look(async (tx) => (await query.execute(tx)).rows.map((row) => Object.values(row).join(' ')))
const claims = () =>
  rowsOf(sql`select order_id, status, trim_scale(amount) as amount, trim_scale(paid_amount) as paid, trim_scale(waived_amount) as waived
    from recourse_claim order by order_id, due_date, id`)
const payments = () =>
  rowsOf(sql`select p.invoice_id, r.payer_role, trim_scale(p.amount) as amount, p.waived from invoice_payment p
    left join repayment r on r.id = p.repayment_id order by 1, 2, 3`)

test('claims and payments that were let go before they were told apart are told as waived, and what was paid stays paid', async () => {
  await portal.look((tx) =>
    sql`insert into tolerance (currency, total, principal) values ('USD', '60', '60')
      on conflict (currency) do update set total = excluded.total, principal = excluded.principal`.execute(tx),
  )
  const late = () => aFundedOrder(portal, { product: 'payables', tenors: [10], fundingDate: openingDay })
  const [letGo, paidInPart, paid] = [await late(), await late(), await late()]
  const reserved = await aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [10], fundingDate: openingDay })
  // A day too late: the interest of that day is a claim on the supplier.
  const day = await runEndOfDay(portal.app, { through: addDays(openingDay, 10) })
  for (const { orderId } of [letGo, paidInPart, paid]) await aRepayment(portal, orderId, '100000', { valueDate: day })
  await aRepayment(portal, reserved.orderId, '99999.99', { valueDate: day })
  const [whole] = await rowsOf(
    sql`select trim_scale(amount) as amount from recourse_claim where order_id = ${paid.orderId} and status = 'OPEN'`,
  )
  await aRepayment(portal, paid.orderId, whole!, { valueDate: day, payerRole: 'SUPPLIER' })
  await aRepayment(portal, paidInPart.orderId, '5', { valueDate: day, payerRole: 'SUPPLIER' })
  await runEndOfDay(portal.app, { through: addDays(day, 14) })
  const now = { claims: await claims(), payments: await payments() }
  const statusOf = ({ orderId }: { orderId: string }) => now.claims.find((one) => one.startsWith(orderId))?.split(' ')[1]
  expect([letGo, paidInPart, paid].map(statusOf)).toEqual(['WAIVED', 'WAIVED', 'PAID'])
  expect(now.payments.filter((one) => one.endsWith('true'))).not.toEqual([])

  // As the rows were before: whatever was let go reads like a payment.
  await portal.asOwner(async (db) => {
    await sql`update recourse_claim set status = 'PAID', waived_amount = 0 where status = 'WAIVED'`.execute(db)
    await sql`update invoice_payment set waived = false`.execute(db)
  })
  expect(await claims()).not.toEqual(now.claims)
  const text = readFileSync(`${migrationsFolder()}/0931-waived-and-corrected.sql`, 'utf8')
  const [begin, end] = ['create function tell_waivers()', 'drop function tell_waivers();']
  await portal.asOwner((db) => sql.raw(text.slice(text.indexOf(begin), text.indexOf(end) + end.length)).execute(db))
  expect(await claims()).toEqual(now.claims)
  expect(await payments()).toEqual(now.payments)
  expect(await brokenLaws(portal)).toEqual([])
})
