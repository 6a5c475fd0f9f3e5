import { expect, test } from 'vitest'
import { ublInvoice } from '../e-invoice/sample-documents.ts'
import { extractData } from './extract-data.ts'
import type { Reading } from './page.ts'
import { schemaOf } from './schema/schemas.ts'

const part = (name: string, text: string): Reading => ({
  fileName: name,
  pages: [],
  embedded: [{ name, bytes: Buffer.from(text) }],
  mail: null,
  parts: [],
  pagesLeft: 0,
})
const mailOf = (...parts: Reading[]): Reading => ({
  ...{ fileName: 'mail.msg', pages: [], embedded: [], parts, pagesLeft: 0 },
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

test('the same e-invoice twice in a mail is one', () => {
  const { otherEInvoices, checks } = read(mailOf(sound, part('copy.xml', ublInvoice())))
  expect(otherEInvoices).toBe(undefined)
  expect(checks.map(({ rule }) => rule)).not.toContain('SEVERAL_INVOICES')
})
