import { financeOrderCalls, mostBuyersListed, mostOrdersListed } from '@usance/wire/finance-order/calls'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('of more buyers than are listed each is found by its name, and the one that is chosen is always listed', async () => {
  await portal.asOwner((db) =>
    sql`with made as (insert into company (id, code, name, biz_reg_no, country)
        select gen_random_uuid(), 'MANY' || n, 'Aaa Buyer ' || lpad(n::text, 3, '0'), 'MANY' || n, 'GB'
        from generate_series(1, ${mostBuyersListed + 10}::int) n returning id),
      seated as (insert into company_role (id, company_id, role, status) select gen_random_uuid(), id, 'BUYER', 'ENABLE' from made)
      insert into relationship (id, supplier_id, buyer_id, status)
        select gen_random_uuid(), (select id from company where code = 'ALDER'), id, 'ENABLE' from made`.execute(db),
  )
  const codes = async (body: { buyerName?: string; buyerCode?: string }) =>
    (await portal.ask(portal.seats.alderMaker, financeOrderCalls.availableBuye, { body })).map(({ buyerCode }) => buyerCode)
  const first = await codes({})
  expect(first).toHaveLength(mostBuyersListed)
  expect(first).not.toContain('CEDAR')
  expect(await codes({ buyerName: 'cedar' })).toEqual(['CEDAR'])
  // By name as without it, and no more than before.
  expect((await codes({ buyerCode: 'CEDAR' })).slice(-2)).toEqual([first.at(-2), 'CEDAR'])
  expect(await codes({ buyerCode: 'CEDAR' })).toHaveLength(mostBuyersListed)
  expect(await codes({ buyerCode: 'CEDAR', buyerName: 'Buyer 007' })).toEqual(['MANY7', 'CEDAR'])
})

test('of more confirmed orders than are listed each is found by its number', async () => {
  const { alderMaker, cedarChecker } = portal.seats
  const { id } = await portal.ask(alderMaker, purchaseOrderCalls.add, {
    body: {
      buyerCode: 'CEDAR',
      poNo: 'OLD_77',
      orderDate: '2025-02-20',
      latestShipDate: '2025-05-02',
      currency: 'USD',
      items: [{ sku: 'Y-1', description: 'Yarn', qty: '100', unit: 'KG', unitPrice: '10.50' }],
      saveType: 'SUBMIT',
    },
  })
  await portal.ask(cedarChecker, purchaseOrderCalls.confirm, { body: { ids: [id] } })
  await portal.asOwner((db) =>
    sql`insert into purchase_order (id, supplier_id, buyer_id, po_no, order_date, latest_ship_date, currency, amount, doc_status, payment_term_days, created_at)
      select gen_random_uuid(), supplier_id, buyer_id, 'NEW-' || n, order_date, latest_ship_date, currency, amount, doc_status, payment_term_days,
        created_at + interval '1 second' from purchase_order, generate_series(1, ${mostOrdersListed}::int) n where id = ${id}`.execute(
      db,
    ),
  )
  const numbers = async (body: { poNo?: string }) =>
    (await portal.ask(alderMaker, financeOrderCalls.poListSimple, { body: { buyerCode: 'CEDAR', ...body } })).map(
      ({ poNo }) => poNo,
    )
  const newest = await numbers({})
  expect(newest).toHaveLength(mostOrdersListed)
  expect(newest).not.toContain('OLD_77')
  expect(await numbers({ poNo: 'old_' })).toEqual(['OLD_77'])
})
