import { notificationCalls } from '@usance/wire/notification/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, passAll, requestFor } from '../../testing/trade.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const passedOrder = async () => {
  const { orderNo } = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  await passAll(portal, orderNo)
  return orderNo
}
const toSign = async (seat: Seat, orderNo: string) => {
  const { list } = await portal.ask(seat, notificationCalls.list, { body: { pageSize: 100 } })
  return list.filter(({ event, params }) => event === 'CONTRACT_TO_SIGN' && params.orderNo === orderNo).length
}

test('a contract that waits for a signature is told to those who may sign it, and to the webhooks of their company', async () => {
  const { alderMaker, alderChecker, alderDirector, alderViewer, elmMaker } = portal.seats
  const { alder, elm } = portal.world.companies
  await portal.asOwner(async (db) => {
    await sql`delete from signing_right where company_id in (${alder}, ${elm})`.execute(db)
    // The right to sign counts in a seat that signs alone.
    for (const { userId } of [alderChecker, alderDirector, alderMaker])
      await sql`insert into signing_right (user_id, company_id) values (${userId}, ${alder})`.execute(db)
  })
  const orderNo = await passedOrder()
  const told = []
  for (const seat of [alderChecker, alderDirector, alderMaker, alderViewer]) told.push((await toSign(seat, orderNo)) > 0)
  expect(told).toEqual([true, true, false, false])
  // Where nobody may sign, everybody is told, so that somebody is appointed.
  expect(await toSign(elmMaker, orderNo)).toBeGreaterThan(0)
  const { rows } = await portal.asOwner((db) =>
    sql<{ companyId: string }>`select distinct payload ->> 'companyId' as company_id from outbox
      where topic = 'notification' and payload ->> 'event' = 'CONTRACT_TO_SIGN'`.execute(db),
  )
  expect(rows.map(({ companyId }) => companyId)).toEqual(expect.arrayContaining([alder, elm]))
})
