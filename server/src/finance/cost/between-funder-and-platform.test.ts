import { readFileSync } from 'node:fs'
import { costCalls } from '@usance/wire/cost/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { notificationCalls } from '@usance/wire/notification/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { migrationsFolder } from '../../database/migrate.ts'
import { aFundedOrder, billBuyers, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { passAll } from '../../testing/trade.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.look((tx) =>
    tx
      .insertInto('feeRule')
      .values({
        id: newId(),
        productId: portal.world.products.purchaseInAdvance,
        code: 'BANK',
        basis: 'FLAT',
        value: '300',
        payer: 'FUNDER',
        beneficiary: 'PLATFORM',
        timing: 'SETTLEMENT',
      })
      .execute(),
  )
})
afterAll(() => portal.close())

const feeOf = async (orderId: string, payer: 'FUNDER' | 'SUPPLIER' | 'BUYER') =>
  (
    await portal.look((tx) =>
      tx.selectFrom('orderFee').select('id').where('orderId', '=', orderId).where('payer', '=', payer).executeTakeFirstOrThrow(),
    )
  ).id
const adjust = (id: string, delta: string) =>
  portal.ask(portal.seats.operations, costCalls.adjust, { body: { id, delta, reason: 'The rate was agreed anew' } })
const history = (no: string, seat: Seat) =>
  portal.ask(seat, workflowCalls.history, { body: { businessNo: no, businessType: 'FEE_ADJUSTMENT' } })
const toldOf = async (no: string, seat: Seat) =>
  (await portal.ask(seat, notificationCalls.list, { body: { pageNum: 1, pageSize: 100 } })).list
    .filter(({ params }) => params.no === no)
    .map(({ event }) => event)
const timeline = async (orderId: string, seat: Seat) =>
  (await portal.ask(seat, financeOrderCalls.detail, { query: { id: orderId } })).timeline.filter(
    ({ event }) => event === 'FEE_ADJUSTMENT_SUBMITTED',
  )

test('the supplier hears and reads nothing of a corrected fee between funder and platform, and all of its own', async () => {
  const { alderMaker, elmMaker } = portal.seats
  const { orderId } = await aFundedOrder(portal)
  const theirs = await adjust(await feeOf(orderId, 'FUNDER'), '-30.00')
  expect((await refusalOf(history(theirs.no, alderMaker))).code).toBe(404)
  await passAll(portal, theirs.no, 'FEE_ADJUSTMENT')
  expect((await refusalOf(history(theirs.no, alderMaker))).code).toBe(404)
  expect(await history(theirs.no, elmMaker)).toMatchObject({ businessNo: theirs.no })
  expect(await toldOf(theirs.no, alderMaker)).toEqual([])
  expect(await toldOf(theirs.no, elmMaker)).toContain('FEE_ADJUSTMENT_PASSED')
  expect(await timeline(orderId, alderMaker)).toEqual([])
  expect(await timeline(orderId, elmMaker)).toHaveLength(1)

  const own = await adjust(await feeOf(orderId, 'SUPPLIER'), '-1.00')
  await passAll(portal, own.no, 'FEE_ADJUSTMENT')
  expect(await history(own.no, alderMaker)).toMatchObject({ businessNo: own.no })
  expect(await toldOf(own.no, alderMaker)).toContain('FEE_ADJUSTMENT_PASSED')
  expect(await timeline(orderId, alderMaker)).toHaveLength(1)
  expect(await brokenLaws(portal)).toEqual([])
})

test('a buyer reads in the history of an order that a fee of its own is to be corrected, and nothing of one of its supplier', async () => {
  const { cedarMaker, alderMaker } = portal.seats
  await billBuyers(portal)
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  await adjust(await feeOf(orderId, 'SUPPLIER'), '-1.00')
  expect(await timeline(orderId, cedarMaker)).toEqual([])
  expect(await timeline(orderId, alderMaker)).toHaveLength(1)
  await adjust(await feeOf(orderId, 'BUYER'), '-1.00')
  expect(await timeline(orderId, cedarMaker)).toHaveLength(1)
})

test('an earlier approval of such a correction no longer names the supplier, that of its own fee does', async () => {
  const { orderId } = await aFundedOrder(portal)
  const theirs = await adjust(await feeOf(orderId, 'FUNDER'), '-30.00')
  const own = await adjust(await feeOf(orderId, 'SUPPLIER'), '-1.00')
  const { alder } = portal.world.companies
  const named = await portal.asOwner((db) =>
    db.transaction().execute(async (tx) => {
      await sql`select set_config('app.scope', 'system', true)`.execute(tx)
      await sql`update workflow_instance set supplier_id = ${alder} where business_no = ${theirs.no}`.execute(tx)
      await sql.raw(readFileSync(`${migrationsFolder()}/1323-fees-between-funder-and-platform.sql`, 'utf8')).execute(tx)
      const { rows } = await sql<{ supplierId: string | null }>`
        select supplier_id as "supplierId" from workflow_instance where business_no in (${theirs.no}, ${own.no})
        order by business_no = ${own.no}`.execute(tx)
      return rows.map(({ supplierId }) => supplierId)
    }),
  )
  expect(named).toEqual([null, alder])
})
