import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, aReceipt, aRepayment } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

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
