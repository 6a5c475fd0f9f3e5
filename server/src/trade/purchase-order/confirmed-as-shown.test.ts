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
  const detailOf = (id: string) => portal.ask(cedarChecker, purchaseOrderCalls.detail, { query: { id } })
  const terms = ({ amount, currency, latestShipDate, paymentTermDays }: Awaited<ReturnType<typeof detailOf>>) => ({
    amount,
    currency,
    latestShipDate,
    paymentTermDays,
  })
  const shown = [terms(await detailOf(changed.id)), terms(await detailOf(other.id))] as const
  const confirm = (seen: ReturnType<typeof terms>[]) =>
    portal.ask(cedarChecker, purchaseOrderCalls.confirm, { body: { ids: [changed.id, other.id], shown: seen } })
  await portal.ask(alderMaker, purchaseOrderCalls.edit, {
    body: { ...order('SHOWN-1', '9900.00'), id: changed.id, version: changed.version },
  })
  expect((await refusalOf(confirm([...shown]))).error).toBe('STALE_VERSION')
  const { docStatus } = await portal.ask(alderMaker, purchaseOrderCalls.detail, { query: { id: other.id } })
  expect(docStatus).toBe('SUBMITTED')
  expect((await refusalOf(confirm([shown[0]]))).data.fields[0].field).toBe('shown')
  const now = terms(await detailOf(changed.id))
  expect(now.amount).toBe('990000.00')
  // The number alone is not the debt.
  for (const other of [{ currency: 'KWD' }, { paymentTermDays: 5 }, { latestShipDate: '2025-04-02' }])
    expect((await refusalOf(confirm([{ ...now, ...other }, shown[1]]))).error).toBe('STALE_VERSION')
  expect((await confirm([now, shown[1]])).changed).toHaveLength(2)
})

test('an order of the same sum with other goods, another number or another day than its buyer was shown is not confirmed', async () => {
  const { alderMaker, cedarChecker } = portal.seats
  const order = (poNo: string, description: string, orderDate = '2025-02-01') => ({
    ...{ buyerCode: 'CEDAR', poNo, orderDate, latestShipDate: '2025-04-01', currency: 'USD', saveType: 'SUBMIT' as const },
    items: [{ description, qty: '100', unitPrice: '10.00' }],
  })
  const { id } = await portal.ask(alderMaker, purchaseOrderCalls.add, { body: order('GOODS-1', 'Shirts') })
  const detail = () => portal.ask(cedarChecker, purchaseOrderCalls.detail, { query: { id } })
  const confirm = ({
    poNo,
    orderDate,
    amount,
    currency,
    latestShipDate,
    paymentTermDays,
    items,
  }: Awaited<ReturnType<typeof detail>>) => {
    const lines = items.map(({ description, qty, unit, unitPrice }) => ({ description, qty, unit, unitPrice }))
    const shown = [{ poNo, orderDate, amount, currency, latestShipDate, paymentTermDays, items: lines }]
    return portal.ask(cedarChecker, purchaseOrderCalls.confirm, { body: { ids: [id], shown } })
  }
  for (const changed of [
    order('GOODS-1', 'Machines'),
    order('GOODS-2', 'Machines'),
    order('GOODS-2', 'Machines', '2025-02-02'),
  ]) {
    const seen = await detail()
    const { version } = await portal.ask(alderMaker, purchaseOrderCalls.detail, { query: { id } })
    await portal.ask(alderMaker, purchaseOrderCalls.edit, { body: { ...changed, id, version } })
    expect((await refusalOf(confirm(seen))).error).toBe('STALE_VERSION')
  }
  expect((await confirm(await detail())).changed).toHaveLength(1)
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
  const confirm = (shownAmount: string, more: object = {}) =>
    portal.ask(cedarChecker, invoiceCalls.confirm, { body: { items: [{ id, shownAmount, ...more }] } })
  expect((await refusalOf(confirm('10000.00'))).error).toBe('STALE_VERSION')
  for (const other of [{ shownCurrency: 'EUR' }, { shownDueDate: '2025-05-03' }])
    expect((await refusalOf(confirm('100000.00', other))).error).toBe('STALE_VERSION')
  await confirm('100000.00', { shownCurrency: 'USD', shownDueDate: '2025-05-02' })
  const seen = await portal.ask(cedarMaker, invoiceCalls.detail, { query: { id } })
  expect(seen).toMatchObject({ docStatus: 'CONFIRMED', confirmedAmount: '100000.00' })
})
