import { listCalls } from '@usance/wire/list'
import { collectList, templetList } from '@usance/wire/report/list'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, requestFor } from '../../testing/trade.ts'

// The operator's clock is eight hours ahead of UTC: its day begins at four in the afternoon.
let portal: Portal
let orderId: string
beforeAll(async () => {
  portal = await openPortal()
  orderId = (await aRightConfirmedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))).id
})
afterAll(() => portal.close())

test.each([
  ['2025-03-03T15:59:59Z', '2025-03-03'],
  ['2025-03-03T16:00:00Z', '2025-03-04'],
])('a proof that was complete at %s is so since the day of the operator’s zone, %s', async (instant, day) => {
  await portal.asOwner(async (db) => {
    await sql`update contract set signed_at = ${instant} where order_id = ${orderId} and status = 'SIGNED'`.execute(db)
    await sql`update finance_order set right_confirmed_at = ${instant}, registry_at = ${instant}, funding_date = '2025-03-03' where id = ${orderId}`.execute(
      db,
    )
    await sql`update contract_template set created_at = ${instant}`.execute(db)
  })
  const { alderMaker, operations } = portal.seats
  const { list } = await portal.ask(alderMaker, listCalls(collectList).pageList, {
    body: { filterFields: { provenOnBegin: day, provenOnEnd: day } },
  })
  const found = list!.filter((row) => row.orderId === orderId).map(({ kind, provenOn }) => `${kind} ${provenOn}`)
  expect(found).toEqual(expect.arrayContaining([`ASSIGNMENT ${day}`, `CONFIRMATION ${day}`, `REGISTRY ${day}`]))
  const templets = await portal.ask(operations, listCalls(templetList).pageList, { body: {} })
  expect([...new Set(templets.list!.map(({ createdOn }) => createdOn))]).toEqual([day])
})
