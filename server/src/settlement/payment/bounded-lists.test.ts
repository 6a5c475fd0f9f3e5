import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../database/database.ts'
import { aFundedDrawing, aPooledInvoice } from '../../testing/drawing.ts'
import { aFundedOrder, aReceipt, aRepayment } from '../../testing/financing.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

/** The columns of a payment that are not worked out by the database. */
const settable = async (db: Db) => {
  const { rows } = await sql<{ names: string }>`select string_agg(column_name, ', ') as names from information_schema.columns
    where table_schema = 'public' and table_name = 'payment' and is_generated = 'NEVER'`.execute(db)
  return rows[0]!.names
}

test('the surpluses that wait are listed so many at a time, and the others are found by their order or receipt', async () => {
  const { orderId } = await aFundedOrder(portal)
  const { id } = await aRepayment(portal, orderId, '100500.00')
  await portal.asOwner((db) =>
    sql`insert into repayment select (jsonb_populate_record(r, jsonb_build_object(
        'id', gen_random_uuid(), 'no', 'RP-9999-' || lpad(n::text, 6, '0'), 'collection_id', null))).*
      from repayment r, generate_series(1, 250) n where r.id = ${id}`.execute(db),
  )
  const waiting = (orderNo?: string) =>
    portal.ask(portal.seats.settlement, paymentCalls.releasable, { body: orderNo ? { orderNo } : {} })
  const first = await waiting()
  expect([first.refunds.length, first.more]).toEqual([200, true])
  const found = await waiting('RP-9999-000250')
  expect([found.refunds.map(({ no, amount }) => [no, amount]), found.more]).toEqual([[['RP-9999-000250', '500.00']], false])
})

test('a supplier is listed its surpluses of a pool, however many receipts wait for their buyers alone', async () => {
  const { alderMaker, settlement } = portal.seats
  const productId = await aPoolProduct(portal)
  await aPooledInvoice(portal, productId, { amount: '30000.00', buyerCode: 'CEDAR' })
  const { poolId } = await aPooledInvoice(portal, productId, { amount: '40000.00', buyerCode: 'DOGWOOD' })
  const drawing = await aFundedDrawing(portal, poolId, '25000.00')
  const { id } = await aRepayment(portal, drawing.id, '45000', { payerName: 'Dogwood Stores GmbH' })
  // 15,000.00 are the supplier's and 5,000.00 the buyer's.
  const { id: paymentId } = await portal.ask(settlement, paymentCalls.addRefund, { body: { repaymentId: id, ofPool: true } })
  const clones = (series: string, count: number, isDrafted: boolean) =>
    portal.asOwner(async (db) => {
      await sql`insert into repayment select (jsonb_populate_record(r, jsonb_build_object(
          'id', gen_random_uuid(), 'no', ${series}::text || lpad(n::text, 6, '0'), 'collection_id', null))).*
        from repayment r, generate_series(1, ${count}::int) n where r.id = ${id}`.execute(db)
      if (isDrafted)
        await sql`insert into payment (${sql.raw(await settable(db))}) select ${sql.raw(await settable(db))} from (
            select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'no', 'PAY-' || r.no, 'repayment_id', r.id))).*
            from payment p, repayment r where p.id = ${paymentId} and r.no like ${`${series}%`}) x`.execute(db)
    })
  const waiting = async () => {
    const { refunds, more } = await portal.ask(alderMaker, paymentCalls.releasable, { body: {} })
    return [refunds.length, new Set(refunds.map(({ ofPool, amount }) => `${ofPool} ${amount}`)), more]
  }
  await clones('RP-0001-', 250, true)
  expect(await waiting()).toEqual([0, new Set(), false])
  await clones('RP-0002-', 1, false)
  expect(await waiting()).toEqual([1, new Set(['true 15000.00']), false])
  await clones('RP-0003-', 199, false)
  expect(await waiting()).toEqual([200, new Set(['true 15000.00']), false])
  await clones('RP-0004-', 1, false)
  expect(await waiting()).toEqual([200, new Set(['true 15000.00']), true])
})

test('the orders that a receipt could pay are so many at a time, and the others are found by their number', async () => {
  const { orderId } = await aFundedOrder(portal)
  const receipt = await aReceipt(portal, '1000.00', { rawText: 'Payment' })
  const candidates = (search?: string) =>
    portal.ask(portal.seats.settlement, repaymentCalls.candidates, {
      body: { collectionId: receipt.id, ...(search ? { search } : {}) },
    })
  expect((await candidates()).more).toBe(false)
  await portal.asOwner((db) =>
    sql`insert into finance_order select (jsonb_populate_record(o, jsonb_build_object(
        'id', gen_random_uuid(), 'order_no', 'FO-9999-' || lpad(n::text, 6, '0')))).*
      from finance_order o, generate_series(1, 60) n where o.id = ${orderId}`.execute(db),
  )
  const first = await candidates()
  expect([first.orders.length, first.more]).toEqual([50, true])
  const found = await candidates('FO-9999-000060')
  expect([found.orders.map(({ orderNo }) => orderNo), found.more]).toEqual([['FO-9999-000060'], false])
})
