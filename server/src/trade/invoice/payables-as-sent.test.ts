import { invoiceCalls } from '@usance/wire/invoice/calls'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeWorkbook } from '../../files/write-workbook.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { uploadAs } from '../../testing/upload.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const titles = ['Supplier code', 'Invoice no', 'Issue date', 'Due date', 'Currency', 'Amount', 'Order no']

/** Sends one row of Cedar about an invoice of Alder, and answers how many were taken. */
async function sendRow(invoiceNo: string, dueDate: string, poNo: string) {
  const content = await writeWorkbook(
    'Payables',
    titles.map((title) => ({ title })),
    [['ALDER', invoiceNo, '2025-02-20', dueDate, 'USD', '500.00', poNo]],
  )
  const { data } = await uploadAs(portal, portal.seats.cedarMaker, 'owed.xlsx', content)
  const { successfulNumber } = await portal.ask(portal.seats.cedarMaker, invoiceCalls.batchUpload, {
    query: { fileKey: `${data.objectKey}` },
  })
  return successfulNumber
}

/** An order of Alder that Cedar reads. */
async function aSentOrder(poNo: string) {
  const { id } = await portal.ask(portal.seats.alderMaker, purchaseOrderCalls.add, {
    body: {
      buyerCode: 'CEDAR',
      poNo,
      orderDate: '2025-02-01',
      latestShipDate: '2025-04-01',
      currency: 'USD',
      items: [{ description: 'Cloth', qty: '100', unitPrice: '10' }],
      saveType: 'SUBMIT',
    },
  })
  return id
}

test('a row of a buyer’s sheet may name the order of an invoice that was sent, also one that went back to its supplier since', async () => {
  const { alderMaker, cedarChecker } = portal.seats
  const orders = { first: await aSentOrder('PO-BACK-1'), other: await aSentOrder('PO-BACK-2') }
  const facts = { issueDate: '2025-02-20', dueDate: '2025-03-31', currency: 'USD', amount: '500.00', buyerCode: 'CEDAR' }
  const { id } = await portal.ask(alderMaker, invoiceCalls.add, {
    body: { ...facts, invoiceNo: 'AS-2', purchaseOrderId: orders.first, idempotencyKey: crypto.randomUUID() },
  })
  await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
  for (const order of Object.values(orders))
    await portal.ask(cedarChecker, purchaseOrderCalls.returnToSupplier, { body: { id: order, comment: 'Later' } })
  expect(await sendRow('AS-2', '2025-03-31', 'PO-BACK-2')).toBe(0)
  expect(await sendRow('AS-2', '2025-03-31', 'po back 1')).toBe(1)
})

test('an order that is cancelled takes no number from the order of an invoice that was sent', async () => {
  const { alderMaker, cedarChecker } = portal.seats
  const gone = await aSentOrder('PO GONE 1')
  await portal.ask(cedarChecker, purchaseOrderCalls.returnToSupplier, { body: { id: gone, comment: 'Later' } })
  await portal.ask(alderMaker, purchaseOrderCalls.cancel, { body: { id: gone } })
  const purchaseOrderId = await aSentOrder('PO-GONE-1')
  const facts = { issueDate: '2025-02-20', dueDate: '2025-03-31', currency: 'USD', amount: '500.00', buyerCode: 'CEDAR' }
  const { id } = await portal.ask(alderMaker, invoiceCalls.add, {
    body: { ...facts, invoiceNo: 'AS-3', purchaseOrderId, idempotencyKey: crypto.randomUUID() },
  })
  await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
  expect(await sendRow('AS-3', '2025-03-31', 'PO GONE 1')).toBe(1)
})

test('a row of a buyer’s sheet with another due date or order than the invoice that was sent is refused', async () => {
  const { alderMaker } = portal.seats
  const facts = { invoiceNo: 'AS-1', issueDate: '2025-02-20', dueDate: '2025-03-31', currency: 'USD', amount: '500.00' }
  const { id } = await portal.ask(alderMaker, invoiceCalls.add, {
    body: { ...facts, buyerCode: 'CEDAR', idempotencyKey: crypto.randomUUID() },
  })
  await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
  const proposed = async () => (await portal.ask(alderMaker, invoiceCalls.detail, { query: { id } })).proposedAmount
  expect(await sendRow('AS-1', '2025-06-30', '')).toBe(0)
  expect(await sendRow('AS-1', '2025-03-31', 'PO-OF-ANOTHER')).toBe(0)
  expect(await proposed()).toBeNull()
  expect(await sendRow('AS-1', '2025-03-31', '')).toBe(1)
  expect(await proposed()).toBe('500.00')
})
