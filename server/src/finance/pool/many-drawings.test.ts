import { poolCalls } from '@usance/wire/pool/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedDrawing, aPooledInvoice } from '../../testing/drawing.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a pool says how many drawings it has where it lists the newest alone', async () => {
  const { poolId } = await aPooledInvoice(portal, await aPoolProduct(portal), { amount: '100000.00', buyerCode: 'CEDAR' })
  const { id } = await aFundedDrawing(portal, poolId, '20000.00')
  const shown = async () => (await portal.ask(portal.seats.alderMaker, poolCalls.pools, { body: { kind: 'OWN' } })).pools[0]
  expect(await shown()).toMatchObject({ drawingsInAll: 1, drawings: [{ id }] })
  // Drawings of former years, which were withdrawn.
  await portal.asOwner((db) =>
    sql`insert into finance_order select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(),
      'order_no', 'FO-MANY-' || n, 'status', 'REVOKED', 'created_at', o.created_at - interval '1 year'))).*
      from finance_order o, generate_series(1, 104) n where o.id = ${id}`.execute(db),
  )
  const pool = await shown()
  expect(pool?.drawings).toHaveLength(100)
  expect(pool?.drawings[0]?.id).toBe(id)
  expect(pool?.drawingsInAll).toBe(105)
})
