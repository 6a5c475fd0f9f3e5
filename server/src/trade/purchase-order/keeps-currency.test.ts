import { invoiceCalls } from '@usance/wire/invoice/calls'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const order = (poNo: string, currency = 'USD') => ({
  buyerCode: 'CEDAR',
  poNo,
  orderDate: '2025-02-01',
  latestShipDate: '2025-04-01',
  currency,
  items: [{ description: 'Shirts', qty: '100', unitPrice: '100' }],
  saveType: 'SUBMIT' as const,
})
const detail = (id: string) => portal.ask(portal.seats.alderMaker, purchaseOrderCalls.detail, { query: { id } })
const edit = async (id: string, body: ReturnType<typeof order>) =>
  portal.ask(portal.seats.alderMaker, purchaseOrderCalls.edit, { body: { ...body, id, version: (await detail(id)).version } })

test('an order keeps its currency while an invoice names it, sent or returned', async () => {
  const { alderMaker, cedarChecker } = portal.seats
  const { id } = await portal.ask(alderMaker, purchaseOrderCalls.add, { body: order('KEPT-1') })
  await edit(id, order('KEPT-1', 'EUR'))
  await edit(id, order('KEPT-1'))
  const facts = { buyerCode: 'CEDAR', issueDate: '2025-02-20', dueDate: '2025-05-02', currency: 'USD', amount: '1234.56' }
  const invoice = await portal.ask(alderMaker, invoiceCalls.add, {
    body: { ...facts, invoiceNo: 'KEPT-I1', purchaseOrderId: id, idempotencyKey: crypto.randomUUID() },
  })
  const refused = async () => (await refusalOf(edit(id, order('KEPT-1', 'JPY')))).data.fields
  expect(await refused()).toEqual([{ field: 'currency', message: 'PO_HAS_INVOICES' }])
  await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [invoice.id] } })
  expect(await refused()).toHaveLength(1)
  await portal.ask(cedarChecker, purchaseOrderCalls.returnToSupplier, { body: { id, comment: 'Wrong price' } })
  expect(await refused()).toHaveLength(1)
  await edit(id, order('KEPT-1'))
  await portal.ask(alderMaker, invoiceCalls.cancel, { body: { id: invoice.id } })
  await edit(id, order('KEPT-1', 'JPY'))
  expect((await detail(id)).amount).toBe('10000')
})
