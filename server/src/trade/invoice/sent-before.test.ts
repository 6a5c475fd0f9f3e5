import { invoiceCalls } from '@usance/wire/invoice/calls'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const refused = [{ field: 'buyerCode', message: 'BUYER_STAYS' }]
const comment = 'Not ours: the contract ended after the quality case.'

test('an invoice that was ever sent keeps its buyer; for another one it is cancelled and entered anew', async () => {
  const { alderMaker, cedarChecker, dogwoodChecker } = portal.seats
  const facts = { invoiceNo: 'SENT-1', issueDate: '2025-02-20', dueDate: '2025-05-02', currency: 'USD', amount: '10000.00' }
  const enter = (buyerCode: string) =>
    portal.ask(alderMaker, invoiceCalls.add, { body: { ...facts, buyerCode, idempotencyKey: crypto.randomUUID() } })
  const seen = (id: string) => portal.ask(alderMaker, invoiceCalls.detail, { query: { id } })
  const edit = async (id: string, buyerCode: string) => {
    const { version } = await seen(id)
    return portal.ask(alderMaker, invoiceCalls.edit, {
      body: { ...facts, buyerCode, id, version, idempotencyKey: crypto.randomUUID() },
    })
  }
  const { id } = await enter('DOGWOOD')
  expect((await seen(id)).keepsBuyer).toBe(false)
  await edit(id, 'CEDAR')
  await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
  await portal.ask(cedarChecker, invoiceCalls.returnToSupplier, { body: { id, comment } })
  expect((await refusalOf(edit(id, 'DOGWOOD'))).data.fields).toEqual(refused)
  await edit(id, 'CEDAR')
  expect(await seen(id)).toMatchObject({ keepsBuyer: true, returnComment: null })
  // Its comment is gone from the draft by now, and not from its history.
  expect((await refusalOf(edit(id, 'DOGWOOD'))).data.fields).toEqual(refused)

  await portal.ask(alderMaker, invoiceCalls.cancel, { body: { id } })
  const other = await enter('DOGWOOD')
  await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [other.id] } })
  const read = await portal.ask(dogwoodChecker, invoiceCalls.detail, { query: { id: other.id } })
  expect(JSON.stringify(read)).not.toContain('quality')
})

test('a purchase order that was ever sent keeps its buyer', async () => {
  const { alderMaker, cedarChecker } = portal.seats
  const order = (buyerCode: string, saveType: 'DRAFT' | 'SUBMIT') => ({
    buyerCode,
    poNo: 'SENT-PO-1',
    orderDate: '2025-02-01',
    latestShipDate: '2025-04-01',
    currency: 'USD',
    items: [{ description: 'Shirts', qty: '100', unitPrice: '100' }],
    saveType,
  })
  const { id } = await portal.ask(alderMaker, purchaseOrderCalls.add, { body: order('DOGWOOD', 'DRAFT') })
  const seen = () => portal.ask(alderMaker, purchaseOrderCalls.detail, { query: { id } })
  const edit = async (buyerCode: string, saveType: 'DRAFT' | 'SUBMIT') =>
    portal.ask(alderMaker, purchaseOrderCalls.edit, {
      body: { ...order(buyerCode, saveType), id, version: (await seen()).version },
    })
  expect((await seen()).keepsBuyer).toBe(false)
  await edit('CEDAR', 'SUBMIT')
  expect((await refusalOf(edit('DOGWOOD', 'SUBMIT'))).data.fields).toEqual(refused)
  await portal.ask(cedarChecker, purchaseOrderCalls.returnToSupplier, { body: { id, comment } })
  await edit('CEDAR', 'DRAFT')
  for (const saveType of ['DRAFT', 'SUBMIT'] as const)
    expect((await refusalOf(edit('DOGWOOD', saveType))).data.fields).toEqual(refused)
  expect((await seen()).keepsBuyer).toBe(true)
})
