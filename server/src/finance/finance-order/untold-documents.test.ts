import { addDays } from '@usance/domain/local-date'
import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import type { TrialRequest } from '@usance/wire/finance-order/trial'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { listCalls } from '@usance/wire/list'
import { poolCalls } from '@usance/wire/pool/calls'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { openTaskList } from '@usance/wire/workflow/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { aFundedOrder } from '../../testing/financing.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, aSubmittedOrder, passAll, requestFor, undisclose } from '../../testing/trade.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

// Invoices and purchase orders of an undisclosed relationship: their buyer cannot open them, so no product that tells it takes them.

let portal: Portal
/** Entered while the relationship was disclosed. */
let told: string[]
let loan: string
beforeAll(async () => {
  portal = await openPortal()
  told = [await aConfirmedInvoice(portal), await aConfirmedInvoice(portal), await aConfirmedInvoice(portal)]
  loan = (await aFundedOrder(portal, { product: 'purchaseOrder', fundingDate: openingDay, faces: ['200000'], tenors: [90] }))
    .orderId
  await undisclose(portal, 'cedar')
})
afterAll(() => portal.close())

async function anUntoldInvoice(): Promise<string> {
  const { alderMaker, cedarChecker } = portal.seats
  const facts = { issueDate: addDays(openingDay, -1), dueDate: '2025-05-02', currency: 'USD', amount: '100000.00' }
  const { id } = await portal.ask(alderMaker, invoiceCalls.add, { body: { buyerCode: 'CEDAR', invoiceNo: newId(), ...facts } })
  await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
  expect((await refusalOf(portal.ask(cedarChecker, invoiceCalls.detail, { query: { id } }))).error).toBe('NOT_FOUND')
  return id
}

async function anUntoldPurchaseOrder(): Promise<string> {
  const { alderMaker, operations } = portal.seats
  const { id } = await portal.ask(alderMaker, purchaseOrderCalls.add, {
    body: {
      buyerCode: 'CEDAR',
      poNo: newId(),
      orderDate: openingDay,
      latestShipDate: '2025-05-02',
      currency: 'USD',
      items: [{ description: 'Cloth', qty: '100', unitPrice: '200.00' }],
      saveType: 'SUBMIT',
    },
  })
  await portal.ask(operations, purchaseOrderCalls.confirm, { body: { ids: [id] } })
  return id
}

const price = (body: TrialRequest) => portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, { body })
const reasonsOf = async (asked: Promise<unknown>) => {
  const { error, data } = await refusalOf(asked)
  return { error, reasons: (data.items as { reasons: string[] }[]).flatMap(({ reasons }) => reasons) }
}
const refusal = { error: 'INVOICE_NOT_ELIGIBLE', reasons: ['BUYER_NOT_TOLD'] }

test('an invoice that its buyer is not shown is chosen and priced under an undisclosed product alone', async () => {
  const { purchaseInAdvance, payables, undisclosed } = portal.world.products
  const id = await anUntoldInvoice()
  const listed = async (financingProductId: string) => {
    const { list } = await portal.ask(portal.seats.alderMaker, financeOrderCalls.invoiceList, {
      body: { financingProductId, currency: 'USD', ids: [id] },
    })
    return { selectable: list[0]!.selectable, reasons: list[0]!.reasons }
  }
  for (const financingProductId of [purchaseInAdvance, payables]) {
    expect(await listed(financingProductId)).toEqual({ selectable: false, reasons: ['BUYER_NOT_TOLD'] })
    expect(await reasonsOf(price(requestFor(portal, [id], { financingProductId })))).toEqual(refusal)
  }
  expect(await listed(undisclosed)).toEqual({ selectable: true, reasons: [] })
  expect((await price(requestFor(portal, [id], { financingProductId: undisclosed }))).items[0]!.reasons).toEqual([])
})

test('a draft of a disclosed relationship is not confirmed, and no more is said against it', async () => {
  const facts = { buyerCode: 'DOGWOOD', issueDate: openingDay, dueDate: '2025-05-02', currency: 'USD', amount: '100000.00' }
  const { id } = await portal.ask(portal.seats.alderMaker, invoiceCalls.add, { body: { invoiceNo: newId(), ...facts } })
  const { error, reasons } = await reasonsOf(price(requestFor(portal, [id], { buyerCode: 'DOGWOOD' })))
  expect({ error, reasons }).toEqual({ error: 'INVOICE_NOT_ELIGIBLE', reasons: ['NOT_CONFIRMED'] })
})

test('an order takes the invoices that its buyer is shown, and leaves the others', async () => {
  const id = await anUntoldInvoice()
  const order = await aSubmittedOrder(portal, requestFor(portal, [told[0]!, id]))
  const { items } = await portal.ask(portal.seats.alderMaker, financeOrderCalls.detail, { query: { id: order.id } })
  expect(items.map(({ docId }) => docId)).toEqual([told[0]])
})

test('a purchase order that operations confirmed for an untold buyer is not financed under a disclosed product', async () => {
  const request: TrialRequest = {
    ...requestFor(portal, [], { financingProductId: portal.world.products.purchaseOrder }),
    items: [{ docType: 'PO', docId: await anUntoldPurchaseOrder() }],
  }
  expect(await reasonsOf(price(request))).toEqual(refusal)
})

test('an order of before that took an invoice which its buyer is not shown is not priced again', async () => {
  const order = await aRightConfirmedOrder(portal, requestFor(portal, [told[1]!], { fundingDate: openingDay }))
  await portal.look((tx) => tx.updateTable('invoice').set({ buyerVisible: false }).where('id', '=', told[1]!).execute())
  await portal.setBusinessDate('2025-03-08')
  try {
    const found = await portal.ask(portal.seats.alderMaker, financeOrderCalls.repricing, { body: { id: order.id } })
    expect(found).toMatchObject({ goesOn: false, problem: 'INVOICE_NOT_ELIGIBLE' })
  } finally {
    await portal.setBusinessDate(openingDay)
  }
})

test('a debit note on an invoice that its buyer acknowledged and is not shown is decided by the buyer', async () => {
  const { alderMaker, cedarChecker, operations, operations2 } = portal.seats
  const invoiceId = told[2]!
  await aRightConfirmedOrder(portal, requestFor(portal, [invoiceId], { fundingDate: openingDay }))
  const untold = { buyerVisible: false, confirmedAmount: null }
  await portal.look((tx) => tx.updateTable('invoice').set(untold).where('id', '=', invoiceId).execute())
  const { no: businessNo } = await portal.ask(alderMaker, adjustmentCalls.add, {
    body: { invoiceId, type: 'DEBIT_NOTE', refNo: 'DN-1', amount: '900.00', date: '2025-03-01' },
  })
  const asked = async (by: Seat) =>
    (await portal.ask(by, listCalls(openTaskList).pageList, { body: { filterFields: { businessNo } } })).total
  expect(await Promise.all([cedarChecker, operations, operations2].map(asked))).toEqual([1, 0, 0])
  expect(await passAll(portal, businessNo, 'INVOICE_ADJUSTMENT')).toContain('cedarChecker')
  const { outstanding } = await portal.ask(alderMaker, invoiceCalls.detail, { query: { id: invoiceId } })
  expect(outstanding).toBe('100900.00')
})

test('a pool counts an invoice that its buyer is not shown, unless its product tells the buyers', async () => {
  const { alderMaker } = portal.seats
  const assign = async (productId: string) => {
    const invoiceId = await anUntoldInvoice()
    await portal.ask(alderMaker, poolCalls.assign, { body: { productId, currency: 'USD', invoiceIds: [invoiceId] } })
    return portal.look((tx) =>
      tx
        .selectFrom('poolAsset')
        .select(['eligibility', 'excludedReason'])
        .where('invoiceId', '=', invoiceId)
        .executeTakeFirstOrThrow(),
    )
  }
  expect(await assign(await aPoolProduct(portal))).toEqual({ eligibility: 'ELIGIBLE', excludedReason: null })
  const disclosed = await aPoolProduct(portal, 'DBS')
  await portal.look((tx) => tx.updateTable('financingProduct').set({ disclosed: true }).where('id', '=', disclosed).execute())
  expect(await assign(disclosed)).toEqual({ eligibility: 'EXCLUDED', excludedReason: 'BUYER_NOT_TOLD' })
})

test('the conversion of a loan takes no invoice that its buyer is not shown under a disclosed product', async () => {
  const { purchaseOrderId } = await portal.look((tx) =>
    tx.selectFrom('financeOrderItem').select('purchaseOrderId').where('orderId', '=', loan).executeTakeFirstOrThrow(),
  )
  const id = await anUntoldInvoice()
  await portal.look((tx) => tx.updateTable('invoice').set({ purchaseOrderId }).where('id', '=', id).execute())
  expect(await reasonsOf(price(requestFor(portal, [id], { fundingDate: openingDay, arpOfOrderId: loan })))).toEqual(refusal)
})
