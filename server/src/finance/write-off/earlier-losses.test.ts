import { readFileSync } from 'node:fs'
import { addDays } from '@usance/domain/local-date'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationsFolder } from '../../database/migrate.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { passWriteOff } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const parts = (orderId: string) =>
  portal.look(async (tx) => {
    const { rows } = await sql<{ part: string }>`
      select concat_ws(' ', r.no, a.component, i.seq, trim_scale(a.amount)) as part from allocation a join repayment r on r.id = a.repayment_id
      left join finance_order_item i on i.id = a.item_id where a.order_id = ${orderId} and not a.reversed
      union all select concat_ws(' ', 'borne', i.seq, trim_scale(d.rebate_to_principal)) from discount_release d
      join finance_order_item i on i.id = d.item_id where d.order_id = ${orderId} and d.write_off_id is not null order by 1`.execute(
      tx,
    )
    return rows.map(({ part }) => part)
  })

test('buyers’ payments on earlier losses are assigned to their invoices, and reserve that bore the losses is not free', async () => {
  const { orderId, invoiceIds } = await aFundedOrder(portal, {
    product: 'purchaseInArrears',
    faces: ['30000', '20000', '10000'],
    tenors: [10],
  })
  await aRepayment(portal, orderId, '30000', { invoiceIds: [invoiceIds[0]!] })
  const today = await runEndOfDay(portal.app, { through: addDays(openingDay, 100) })
  const { elmMaker } = portal.seats
  await portal.ask(elmMaker, writeOffCalls.request, { body: { orderId, reason: 'The buyer is insolvent.' } })
  const { orderNo } = await portal.ask(elmMaker, financeOrderCalls.detail, { query: { id: orderId } })
  await passWriteOff(portal, orderNo)
  await aRepayment(portal, orderId, '3000', { valueDate: today, invoiceIds: [invoiceIds[2]!] })
  await aRepayment(portal, orderId, '8000', { valueDate: today, invoiceIds: [invoiceIds[2]!] })
  const after = await parts(orderId)
  expect(after.filter((one) => one.includes('COST'))).toHaveLength(3)
  expect(after.some((one) => one.startsWith('borne'))).toBe(true)

  // Rows of the earlier version: one line for each receipt, without an invoice and without the part that the reserve bore.
  const text = readFileSync(`${migrationsFolder()}/0925-reserve-after-a-loss.sql`, 'utf8')
  await portal.asOwner(async (db) => {
    await sql`delete from discount_release where write_off_id is not null`.execute(db)
    await sql`update allocation a set item_id = null, amount = t.total from (
      select repayment_id, min(id::text)::uuid as first, sum(amount) as total from allocation where component = 'COST' group by 1) t
      where t.first = a.id`.execute(db)
    await sql`delete from allocation where component = 'COST' and item_id is not null`.execute(db)
  })
  expect(await parts(orderId)).not.toEqual(after)
  await portal.asOwner((db) => sql.raw(text.slice(text.indexOf('create function reserve_bore_losses'))).execute(db))
  expect(await parts(orderId)).toEqual(after)
  expect(await brokenLaws(portal)).toEqual([])
})
