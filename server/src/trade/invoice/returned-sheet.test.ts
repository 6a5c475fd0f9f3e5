import { shippedPapers } from '@usance/domain/papers'
import { fileCalls } from '@usance/wire/file/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { confirmationList } from '@usance/wire/invoice/list'
import { listCalls } from '@usance/wire/list'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '../../database/id.ts'
import { ublInvoice } from '../../e-invoice/sample-documents.fixture.ts'
import { readSheet } from '../../files/spreadsheet.ts'
import { writeWorkbook } from '../../files/write-workbook.ts'
import { Refused } from '../../http/refused.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { uploadAs } from '../../testing/upload.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

/** What Cedar owes on an invoice of Alder, in a sheet of its maker. */
async function sent(...owed: [invoiceNo: string, amount: string][]) {
  const content = await writeWorkbook(
    'Payables',
    ['Supplier code', 'Invoice no', 'Issue date', 'Due date', 'Currency', 'Amount'].map((title) => ({ title })),
    owed.map(([invoiceNo, amount]) => ['ALDER', invoiceNo, '2025-02-20', '2025-05-02', 'USD', amount]),
  )
  const { data } = await uploadAs(portal, portal.seats.cedarMaker, 'owed.xlsx', content)
  const query = { fileKey: `${data.objectKey}` }
  return portal.ask(portal.seats.cedarMaker, invoiceCalls.batchUpload, { query })
}
async function send(invoiceNo: string, amount: string) {
  const { successfulNumber, errorNumber } = await sent([invoiceNo, amount])
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

test('a sheet reads the papers of the returned invoices that its rows name, and waits for no others', async () => {
  const { alderMaker } = portal.seats
  const ask = vi.spyOn(portal.app.parsers, 'ask')
  const returned = async (invoiceNo: string) => {
    await send(invoiceNo, '500.00')
    const { id } = await shown(invoiceNo)
    await giveBack(id)
    const { version } = await portal.ask(alderMaker, invoiceCalls.detail, { query: { id: `${id}` } })
    const fileName = `${invoiceNo}.xml`
    const { data } = await uploadAs(portal, alderMaker, fileName, Buffer.from(ublInvoice().replace('R-2031', invoiceNo)))
    const attachments = [{ objectKey: `${data.objectKey}`, fileName, groupKey: 'INVOICE' }]
    ask.mockRejectedValueOnce(new Refused('FILES_WAITING'))
    await portal.ask(alderMaker, invoiceCalls.upload, { body: { id: `${id}`, version, attachments } })
  }
  await returned('NAMED-1')
  await returned('NAMED-2')
  ask.mockClear()
  expect(await send('named 2', '450.00')).toEqual([1, 0])
  const read = ask.mock.calls.flatMap(([, , kind, asked]) => (kind === 'paper' ? [asked] : []))
  expect(read).toMatchObject([{ fileName: 'NAMED-2.xml' }])
  ask.mockRestore()
})

test('a row of a buyer’s sheet of invoices says which papers are asked for, and one whose supplier added them is taken', async () => {
  const { alderMaker, cedarMaker } = portal.seats
  await send('PAPER-1', '500.00')
  const { id } = await shown('PAPER-1')
  await giveBack(id)
  const { version } = await portal.ask(alderMaker, invoiceCalls.detail, { query: { id: `${id}` } })
  const { data } = await uploadAs(portal, alderMaker, 'invoice.pdf', Buffer.from('%PDF-1.4\nthe invoice\n%%EOF'))
  const attachments = [{ objectKey: `${data.objectKey}`, fileName: 'invoice.pdf', groupKey: 'INVOICE' }]
  await portal.ask(alderMaker, invoiceCalls.upload, { body: { id: `${id}`, version, attachments } })

  const groups = shippedPapers.INVOICE.map((group) => (group.code === 'INVOICE' ? { ...group, need: 'REQUIRED' } : group))
  await portal.asOwner((db) =>
    db
      .insertInto('paperSet')
      .values({ id: newId(), kind: 'INVOICE', productId: null, groups: JSON.stringify(groups) })
      .execute(),
  )
  const answer = await sent(['PAPER-1', '450.00'], ['PAPER-2', '600.00'])
  expect(answer).toMatchObject({ successfulNumber: 1, errorNumber: 1 })
  const report = await portal.ask(cedarMaker, fileCalls.content, { query: { objectKey: answer.errorObjectKey! } })
  const [, row] = await readSheet(report as Buffer)
  expect(row!.at(-1)).toBe(
    'Papers are asked for that a sheet cannot carry (PAPER-2: Invoice). The supplier enters this document, with its papers.',
  )
})
