import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a purchase order that may be chosen tells its lines and how it comes to what is left of it', async () => {
  const { alderMaker, cedarChecker, birchMaker } = portal.seats
  const { id } = await portal.ask(alderMaker, purchaseOrderCalls.add, {
    body: {
      buyerCode: 'CEDAR',
      poNo: 'LOT-77',
      orderDate: '2025-02-20',
      latestShipDate: '2025-05-02',
      currency: 'USD',
      items: [{ sku: 'Y-1', description: 'Yarn', qty: '100', unit: 'KG', unitPrice: '10.50' }],
      saveType: 'SUBMIT',
    },
  })
  await portal.ask(cedarChecker, purchaseOrderCalls.confirm, { body: { ids: [id] } })
  const { version } = await portal.ask(alderMaker, purchaseOrderCalls.detail, { query: { id } })
  await portal.ask(alderMaker, purchaseOrderCalls.update, { body: { id, version, items: [{ line: 1, shippedQty: '40' }] } })
  await portal.look((tx) => tx.updateTable('purchaseOrder').set({ invoicedAmount: '210' }).where('id', '=', id).execute())

  const body = { financingProductId: portal.world.products.purchaseOrder, currency: 'USD', ids: [id] }
  const { list } = await portal.ask(alderMaker, financeOrderCalls.poList, { body })
  expect(list).toMatchObject([
    { poNo: 'LOT-77', amount: '1050.00', invoiced: '210.00', financed: '0.00', available: '840.00', shippedPct: 40 },
  ])
  const lines = await portal.ask(alderMaker, financeOrderCalls.poItemList, { body: { poIds: [id] } })
  expect(lines).toMatchObject([
    { purchaseOrderId: id, line: 1, sku: 'Y-1', qty: '100', unit: 'KG', unitPrice: '10.5', amount: '1050.00', shippedQty: '40' },
  ])
  const short = await portal.ask(alderMaker, financeOrderCalls.poListSimple, { body: { buyerCode: 'CEDAR', currency: 'USD' } })
  expect(short).toContainEqual({ id, poNo: 'LOT-77', amount: '1050.00', currency: 'USD' })
  expect((await refusalOf(portal.ask(birchMaker, financeOrderCalls.poItemList, { body: { poIds: [id] } }))).code).toBe(404)
  // Staff without the right to purchase orders read the lines of those that an order finances.
  expect(await portal.ask(portal.seats.settlement, financeOrderCalls.poItemList, { body: { poIds: [id] } })).toEqual([])
  expect((await portal.ask(alderMaker, financeOrderCalls.poList, { body: { ...body, currency: 'EUR' } })).list).toEqual([])
})
