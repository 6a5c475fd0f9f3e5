import { expect, test } from 'vitest'
import { ciiInvoice, ublInvoice } from '../e-invoice/sample-documents.fixture.ts'
import { extractData } from './extract-data.ts'
import type { Reading } from './page.ts'
import { schemaOf } from './schema/schemas.ts'

const part = (name: string, text: string): Reading => ({
  fileName: name,
  part: null,
  pages: [],
  embedded: [{ name, bytes: Buffer.from(text) }],
  mail: null,
  parts: [],
  pagesLeft: 0,
  filesLeft: 0,
})
const mailOf = (...parts: Reading[]): Reading => ({
  ...{ fileName: 'mail.msg', part: null, pages: [], embedded: [], parts, pagesLeft: 0, filesLeft: 0 },
  mail: { subject: 'Invoice', fromName: null, fromEmail: null, recipients: [], date: null, body: null, attachments: [] },
})
const factored = ublInvoice().replace(/(<cbc:DueDate>)/, '<cbc:InvoiceTypeCode>393</cbc:InvoiceTypeCode>$1')
const sound = part('a.xml', ublInvoice())
const read = (reading: Reading) => extractData(schemaOf('INVOICE')!, reading, '2025-03-03')

test('of several e-invoices in a mail each is judged, whichever is read first', () => {
  for (const parts of [
    [sound, part('b.xml', factored)],
    [part('b.xml', factored), sound],
  ]) {
    const { eInvoice, otherEInvoices = [], checks } = read(mailOf(...parts))
    expect([eInvoice, ...otherEInvoices].map((one) => one?.noReceivable).sort()).toEqual(['FACTORED_INVOICE', null])
    expect(checks.map(({ rule }) => rule)).toContain('SEVERAL_INVOICES')
  }
})

const payee = (name: string) => `<a:PayeeParty><a:PartyName><cbc:Name>${name}</cbc:Name></a:PartyName></a:PayeeParty><a:TaxTotal>`
const preceding =
  '<a:BillingReference><a:InvoiceDocumentReference><cbc:ID>R-1</cbc:ID></a:InvoiceDocumentReference></a:BillingReference>'

test.each([
  ['another seller', ublInvoice().replace('Teehaus &amp; S&#246;hne', 'Mallory Ltd'), { seller: { name: 'Mallory Ltd' } }],
  ['somebody else to be paid', ublInvoice().replace('<a:TaxTotal>', payee('Factor Bank')), { payee: { name: 'Factor Bank' } }],
  [
    'an invoice before it',
    ublInvoice().replace('<a:AccountingSupplierParty>', `${preceding}<a:AccountingSupplierParty>`),
    { precedingInvoices: ['R-1'] },
  ],
])('a second e-invoice with the same figures and %s is another document', (_, text, expected) => {
  const { eInvoice, otherEInvoices, checks } = read(mailOf(sound, part('b.xml', text)))
  expect(eInvoice).toMatchObject({ payee: null, precedingInvoices: [], seller: { name: 'Teehaus & Söhne' } })
  expect(otherEInvoices).toMatchObject([expected])
  expect(checks.map(({ rule }) => rule)).toContain('SEVERAL_INVOICES')
  expect(read(mailOf(part('b.xml', text), sound)).otherEInvoices).toHaveLength(1)
})

test('an e-invoice that writes its seller without umlauts, or a number of it without the country, is the same one', () => {
  const vat = (no: string) =>
    ublInvoice().replace(
      '<a:PartyLegalEntity>',
      `<a:PartyTaxScheme><cbc:CompanyID>${no}</cbc:CompanyID></a:PartyTaxScheme><a:PartyLegalEntity>`,
    )
  const named = (name: string) => vat('DE123456789').replace('Teehaus &amp; S&#246;hne', name)
  const othersBeside = (text: string) => read(mailOf(part('a.xml', vat('DE123456789')), part('b.xml', text))).otherEInvoices ?? []
  for (const copy of [named('Teehaus &amp; Soehne'), named('Teehaus &amp; Sohne'), vat('123456789')])
    expect(othersBeside(copy)).toEqual([])
  for (const other of [named('Teehaus &amp; Sahne'), vat('123456780'), vat('AT123456789')])
    expect(othersBeside(other)).toHaveLength(1)
})

test('an e-invoice that leaves out a number of its seller, or names it as its payee, is the same one', () => {
  const number = '<a:PartyTaxScheme><cbc:CompanyID>DE123456789</cbc:CompanyID></a:PartyTaxScheme><a:PartyLegalEntity>'
  const copies = [
    ublInvoice().replace('<a:PartyLegalEntity>', number),
    ublInvoice().replace('<a:TaxTotal>', payee('TEEHAUS &amp; S&#246;hne')),
    ciiInvoice(),
  ]
  for (const copy of copies) expect(read(mailOf(sound, part('b.xml', copy))).otherEInvoices).toBe(undefined)
})

test('the same e-invoice twice in a mail is one', () => {
  const { otherEInvoices, checks } = read(mailOf(sound, part('copy.xml', ublInvoice())))
  expect(otherEInvoices).toBe(undefined)
  expect(checks.map(({ rule }) => rule)).not.toContain('SEVERAL_INVOICES')
})

test('a mail that is read from its own text says so', () => {
  const mail = mailOf(part('note.xml', '<Note/>'))
  mail.mail!.body = 'Invoice number: R-4711\nTotal amount: EUR 107.00'
  const { readFrom, fileName, fields } = read(mail)
  expect({ readFrom, fileName }).toEqual({ readFrom: 'mail', fileName: 'mail.msg' })
  expect(fields.find(({ name }) => name === 'invoiceNo')?.found?.value).toBe('R-4711')
  expect(read(mailOf(sound)).readFrom).toBe('e-invoice')
})
