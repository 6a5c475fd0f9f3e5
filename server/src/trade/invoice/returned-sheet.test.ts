import { invoiceCalls } from '@usance/wire/invoice/calls'
import { confirmationList } from '@usance/wire/invoice/list'
import { listCalls } from '@usance/wire/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeWorkbook } from '../../files/write-workbook.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { uploadAs } from '../../testing/upload.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

/** What Cedar owes on an invoice of Alder, in a sheet of its maker. */
async function send(invoiceNo: string, amount: string) {
  const content = await writeWorkbook(
    'Payables',
    ['Supplier code', 'Invoice no', 'Issue date', 'Due date', 'Currency', 'Amount'].map((title) => ({ title })),
    [['ALDER', invoiceNo, '2025-02-20', '2025-05-02', 'USD', amount]],
  )
  const { data } = await uploadAs(portal, portal.seats.cedarMaker, 'owed.xlsx', content)
  const query = { fileKey: `${data.objectKey}` }
  const { successfulNumber, errorNumber } = await portal.ask(portal.seats.cedarMaker, invoiceCalls.batchUpload, { query })
  return [successfulNumber, errorNumber]
}
const shown = async (invoiceNo: string) => {
  const { list } = await portal.ask(portal.seats.cedarChecker, listCalls(confirmationList).pageList, {
    body: { filterFields: { invoiceNo } },
  })
  return list![0]!
}
const giveBack = (id: unknown) =>
  portal.ask(portal.seats.cedarChecker, invoiceCalls.returnToSupplier, { body: { id: `${id}`, comment: 'Wrong amount' } })

test('an invoice that a checker returned of a buyer’s sheet is put right by another sheet, as long as its supplier has not corrected it', async () => {
  const { alderMaker, cedarMaker, cedarChecker } = portal.seats
  expect(await send('BACK-1', '500.00')).toEqual([1, 0])
  const { id } = await shown('BACK-1')
  await giveBack(id)
  expect(await send('BACK-1', '450.00')).toEqual([1, 0])
  expect(await shown('BACK-1')).toMatchObject({ id, docStatus: 'SUBMITTED', amount: '450.00', proposedAmount: '450.00' })

  await giveBack(id)
  const { version } = await portal.ask(alderMaker, invoiceCalls.detail, { query: { id: `${id}` } })
  const body = { buyerCode: 'CEDAR', invoiceNo: 'BACK-1', issueDate: '2025-02-20', dueDate: '2025-05-02', currency: 'USD' }
  await portal.ask(alderMaker, invoiceCalls.edit, { body: { ...body, id: `${id}`, version, amount: '470.00' } })
  expect(await send('BACK-1', '450.00')).toEqual([0, 1])

  // Whoever put it forward anew is its maker, and another person confirms it.
  expect(await send('BACK-2', '500.00')).toEqual([1, 0])
  const again = await shown('BACK-2')
  await giveBack(again.id)
  expect(await send('BACK-2', '520.00')).toEqual([1, 0])
  expect((await shown('BACK-2')).operations).toContain('CONFIRM')
  const mine = await portal.ask(cedarMaker, invoiceCalls.detail, { query: { id: `${again.id}` } })
  expect(mine.operations).not.toContain('CONFIRM')
  const items = [{ id: `${again.id}` }]
  expect((await portal.ask(cedarChecker, invoiceCalls.confirm, { body: { items } })).changed).toHaveLength(1)
})
