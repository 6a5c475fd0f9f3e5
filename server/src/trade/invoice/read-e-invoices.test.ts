import { invoiceCalls } from '@usance/wire/invoice/calls'
import { ocrCalls } from '@usance/wire/ocr/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ciiInvoice, ublInvoice } from '../../e-invoice/sample-documents.fixture.ts'
import { pdfOf } from '../../testing/pdf-with-files.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { uploadAs } from '../../testing/upload.ts'

// What the import of e-invoices refuses is told when the same document is read, and goes with the invoice that is entered from it.

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

let entered = 0
/** Reads a PDF with an e-invoice of Alder and enters what was read with it: the checks of the reading and the signs of the draft. */
async function readAndEntered(xml: string, no = `READ-${++entered}`) {
  const { alderMaker } = portal.seats
  const own = xml
    .replaceAll('广州贸易有限公司', 'Cedar Retail Inc')
    .replace(/Teehaus &amp; S&#(?:246|xF6);hne/, 'Alder Textiles Ltd')
    .replace('R-2031', no)
  const pdf = await pdfOf({ 'factur-x.xml': own })
  const fileKey = (await uploadAs(portal, alderMaker, 'invoice.pdf', pdf)).data.objectKey as string
  const { extractData } = await portal.ask(alderMaker, ocrCalls.standard, { body: { fileKey, schemaCode: 'INVOICE' } })
  const { id } = await portal.ask(alderMaker, invoiceCalls.add, {
    body: {
      buyerCode: 'CEDAR',
      invoiceNo: no,
      issueDate: '2025-03-01',
      dueDate: '2025-03-31',
      currency: 'EUR',
      amount: '107.00',
      attachments: [{ objectKey: fileKey, fileName: 'invoice.pdf' }],
    },
  })
  const { riskFlags } = await portal.ask(alderMaker, invoiceCalls.detail, { query: { id } })
  return { id, riskFlags, checks: extractData.checks.map(({ rule }) => rule), fields: extractData.fields }
}
const withType = (code: string) =>
  ublInvoice().replace('<cbc:IssueDate>', `<cbc:InvoiceTypeCode>${code}</cbc:InvoiceTypeCode><cbc:IssueDate>`)

test.each([
  ['assigned to a factor', ciiInvoice('393'), 'FACTORED_INVOICE'],
  ['a pro-forma', withType('325'), 'NO_INVOICE'],
  ['a credit note by its code', ciiInvoice('381'), 'NOTE'],
  ['a credit note by its root', ublInvoice({ root: 'CreditNote' }), 'NOTE'],
  ['of two types', withType('380').replace('<cbc:IssueDate>', '<cbc:InvoiceTypeCode>393</cbc:InvoiceTypeCode>$&'), 'TYPE_TWICE'],
])('a document that is no debt is told when it is read, and flags the invoice entered from it: %s', async (_, xml, rule) => {
  const { riskFlags, checks, fields } = await readAndEntered(xml)
  expect(checks).toContain(rule)
  expect(fields.find(({ name }) => name === 'totalAmount')?.found?.doubtful).toBe(true)
  expect(riskFlags).toContain('NO_DEBT')
})

test('a document that names an invoice or another seller flags the invoice entered from it, also once it is sent', async () => {
  const { alderMaker } = portal.seats
  const plain = await readAndEntered(ciiInvoice(), 'FIRST-41')
  for (const flag of ['NO_DEBT', 'OTHER_SELLER', 'NAMES_INVOICE']) expect(plain.riskFlags).not.toContain(flag)
  const named = '<r:InvoiceReferencedDocument><r:IssuerAssignedID>FIRST-41</r:IssuerAssignedID></r:InvoiceReferencedDocument>'
  const correction = await readAndEntered(ciiInvoice('384').replace('<r:InvoiceCurrencyCode>', `${named}$&`))
  expect(correction.checks).toContain('PRECEDING_INVOICE')
  expect(correction.riskFlags).toContain('NAMES_INVOICE')
  const other = await readAndEntered(ciiInvoice().replace('Teehaus &amp; S&#xF6;hne', 'Somebody Else Ltd'))
  expect(other.riskFlags).toContain('OTHER_SELLER')
  await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [correction.id, other.id] } })
  const rules = await portal.look((tx) =>
    tx
      .selectFrom('riskFlag')
      .select('rule')
      .where('objectId', 'in', [correction.id, other.id])
      .where('severity', '=', 'TASK')
      .execute(),
  )
  expect(rules.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['NAMES_INVOICE', 'OTHER_SELLER']))
})

test.each(['edit', 'upload'] as const)('what a wrong paper said of a draft goes with the paper: %s', async (way) => {
  const { alderMaker } = portal.seats
  const named = '<r:InvoiceReferencedDocument><r:IssuerAssignedID>GONE-1</r:IssuerAssignedID></r:InvoiceReferencedDocument>'
  const { id, riskFlags } = await readAndEntered(ciiInvoice('381').replace('<r:InvoiceCurrencyCode>', `${named}$&`))
  expect(riskFlags).toContain('NO_DEBT')
  const { version, invoiceNo } = await portal.ask(alderMaker, invoiceCalls.detail, { query: { id } })
  const pdf = await pdfOf({ 'note.txt': `the right paper, ${way}` })
  const objectKey = (await uploadAs(portal, alderMaker, 'right.pdf', pdf)).data.objectKey as string
  const attachments = [{ objectKey, fileName: 'right.pdf' }]
  const facts = {
    buyerCode: 'CEDAR',
    invoiceNo,
    issueDate: '2025-03-01',
    dueDate: '2025-03-31',
    currency: 'EUR',
    amount: '107.00',
  }
  if (way === 'edit') await portal.ask(alderMaker, invoiceCalls.edit, { body: { id, version, ...facts, attachments } })
  else await portal.ask(alderMaker, invoiceCalls.upload, { body: { id, version, attachments } })
  const said = () =>
    portal.look((tx) => tx.selectFrom('invoice').select(['riskFlags', 'namedNos']).where('id', '=', id).executeTakeFirstOrThrow())
  expect((await said()).riskFlags).not.toContain('NO_DEBT')
  expect((await said()).namedNos).toEqual([])
  await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
  expect((await said()).riskFlags).not.toContain('NO_DEBT')
  expect((await said()).namedNos).toEqual([])
})

test('of a PDF with several documents the reading takes the invoice, as the import does, and says where there are several', async () => {
  const { alderMaker } = portal.seats
  const read = async (files: Record<string, string>) => {
    const fileKey = (await uploadAs(portal, alderMaker, 'several.pdf', await pdfOf(files))).data.objectKey as string
    const { extractData } = await portal.ask(alderMaker, ocrCalls.standard, { body: { fileKey, schemaCode: 'INVOICE' } })
    return {
      rules: extractData.checks.map(({ rule }) => rule),
      no: extractData.fields.find(({ name }) => name === 'invoiceNo')?.found,
    }
  }
  const [one, other] = [ublInvoice().replace('R-2031', 'PDF-1'), ublInvoice().replace('R-2031', 'PDF-2')]
  const several = await read({ 'factur-x.xml': one, 'invoice.xml': other })
  expect(several.rules).toContain('SEVERAL_INVOICES')
  expect(several.no).toMatchObject({ value: 'PDF-1', doubtful: true })
  const order = ublInvoice({ root: 'Order' }).replace('R-2031', 'ORDER-1')
  const beside = await read({ 'a.xml': order, 'b.xml': one })
  expect(beside.no).toMatchObject({ value: 'PDF-1', doubtful: false })
  for (const rule of ['SEVERAL_INVOICES', 'NO_INVOICE']) expect(beside.rules).not.toContain(rule)
})
