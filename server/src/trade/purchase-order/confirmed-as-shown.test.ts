import { invoiceCalls } from '@usance/wire/invoice/calls'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a purchase order that was changed since its buyer read it is not confirmed, alone or among others', async () => {
  const { alderMaker, cedarChecker } = portal.seats
  const order = (poNo: string, unitPrice: string) => ({
    buyerCode: 'CEDAR',
    poNo,
    orderDate: '2025-02-01',
    latestShipDate: '2025-04-01',
    currency: 'USD',
    items: [{ description: 'Shirts', qty: '100', unitPrice }],
    saveType: 'SUBMIT' as const,
  })
  const add = (poNo: string) => portal.ask(alderMaker, purchaseOrderCalls.add, { body: order(poNo, '100.00') })
  const [changed, other] = [await add('SHOWN-1'), await add('SHOWN-2')]
  const confirm = (amounts: string[]) =>
    portal.ask(cedarChecker, purchaseOrderCalls.confirm, { body: { ids: [changed.id, other.id], amounts } })
  await portal.ask(alderMaker, purchaseOrderCalls.edit, {
    body: { ...order('SHOWN-1', '9900.00'), id: changed.id, version: changed.version },
  })
  expect((await refusalOf(confirm(['10000.00', '10000.00']))).error).toBe('STALE_VERSION')
  const { docStatus } = await portal.ask(alderMaker, purchaseOrderCalls.detail, { query: { id: other.id } })
  expect(docStatus).toBe('SUBMITTED')
  expect((await refusalOf(confirm(['10000.00']))).data.fields[0].field).toBe('amounts')
  expect((await confirm(['990000.00', '10000.00'])).changed).toHaveLength(2)
})

test('an invoice that came back with another amount since its buyer read it is not confirmed', async () => {
  const { alderMaker, cedarMaker, cedarChecker } = portal.seats
  const facts = {
    buyerCode: 'CEDAR',
    invoiceNo: 'SHOWN-3',
    issueDate: '2025-02-20',
    dueDate: '2025-05-02',
    currency: 'USD',
    amount: '10000.00',
  }
  const { id } = await portal.ask(alderMaker, invoiceCalls.add, { body: { ...facts, idempotencyKey: crypto.randomUUID() } })
  const submit = () => portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
  await submit()
  await portal.ask(cedarChecker, invoiceCalls.returnToSupplier, { body: { id, comment: 'Add the tax number.' } })
  const { version } = await portal.ask(alderMaker, invoiceCalls.detail, { query: { id } })
  await portal.ask(alderMaker, invoiceCalls.edit, {
    body: { ...facts, amount: '100000.00', id, version, idempotencyKey: crypto.randomUUID() },
  })
  await submit()
  const confirm = (shownAmount: string) =>
    portal.ask(cedarChecker, invoiceCalls.confirm, { body: { items: [{ id, shownAmount }] } })
  expect((await refusalOf(confirm('10000.00'))).error).toBe('STALE_VERSION')
  await confirm('100000.00')
  const seen = await portal.ask(cedarMaker, invoiceCalls.detail, { query: { id } })
  expect(seen).toMatchObject({ docStatus: 'CONFIRMED', confirmedAmount: '100000.00' })
})
