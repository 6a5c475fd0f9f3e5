import { invoiceCalls } from '@usance/wire/invoice/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeWorkbook } from '../../files/write-workbook.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { uploadAs } from '../../testing/upload.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a row of a buyer’s sheet with another due date or order than the invoice that was sent is refused', async () => {
  const { alderMaker, cedarMaker } = portal.seats
  const facts = { invoiceNo: 'AS-1', issueDate: '2025-02-20', dueDate: '2025-03-31', currency: 'USD', amount: '500.00' }
  const { id } = await portal.ask(alderMaker, invoiceCalls.add, {
    body: { ...facts, buyerCode: 'CEDAR', idempotencyKey: crypto.randomUUID() },
  })
  await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
  const titles = ['Supplier code', 'Invoice no', 'Issue date', 'Due date', 'Currency', 'Amount', 'Order no']
  const send = async (dueDate: string, poNo: string) => {
    const row = ['ALDER', 'AS-1', '2025-02-20', dueDate, 'USD', '500.00', poNo]
    const content = await writeWorkbook(
      'Payables',
      titles.map((title) => ({ title })),
      [row],
    )
    const { data } = await uploadAs(portal, cedarMaker, 'owed.xlsx', content)
    const { successfulNumber } = await portal.ask(cedarMaker, invoiceCalls.batchUpload, {
      query: { fileKey: `${data.objectKey}` },
    })
    return successfulNumber
  }
  const proposed = async () => (await portal.ask(alderMaker, invoiceCalls.detail, { query: { id } })).proposedAmount
  expect(await send('2025-06-30', '')).toBe(0)
  expect(await send('2025-03-31', 'PO-OF-ANOTHER')).toBe(0)
  expect(await proposed()).toBeNull()
  expect(await send('2025-03-31', '')).toBe(1)
  expect(await proposed()).toBe('500.00')
})
