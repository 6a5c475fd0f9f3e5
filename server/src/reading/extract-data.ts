import type { ExtractData } from '@usance/wire/ocr/calls'
import type { EInvoice } from '../e-invoice/e-invoice.ts'
import { whyNoReceivable } from '../e-invoice/receivable.ts'
import { shortInvoicesBefore, shortParty, shortText } from '../e-invoice/shortened.ts'
import { checkDebt, checkExtract, checkUnread } from './check-extract.ts'
import type { Mail, Reading } from './page.ts'
import { allParts, readBySchema } from './read-by-schema.ts'
import type { DocumentSchema } from './schema/schema.ts'

// Readings below this confidence are doubtful: of some 500 surer values in the case files one was wrong, a name.
const sure = 0.85
const longestBody = 20_000
const mostRecipients = 200
// A mail has ten parts, a PDF a few files.
const mostOthers = 50

/** A reading in the form of the wire: each field of the schema in its order, with doubtful ones marked. */
export function extractData(schema: DocumentSchema, reading: Reading, today: string): ExtractData {
  const read = readBySchema(schema, reading)
  const { electronic, others = [] } = read
  const checks = [
    ...(electronic && schema.code === 'INVOICE' ? checkDebt(electronic, others.length > 0) : []),
    ...checkExtract(schema, read, read.findings, today),
    ...checkUnread([reading, ...allParts(reading)]),
  ]
  const faulty = new Set(checks.filter(({ level }) => level === 'error').flatMap(({ fields }) => fields))
  return {
    schemaCode: schema.code,
    readFrom: read.readFrom,
    fileName: read.fileName,
    ...(read.part ? { part: read.part } : {}),
    pages: read.pages.map(({ turns = 0, ...page }) => ({ ...page, turns })),
    fields: schema.fields.map(({ name, kind, label, required = false }) => {
      const found = read.fields[name]
      return {
        name,
        kind,
        required,
        ...(label ? { label } : {}),
        found: found
          ? {
              value: found.value,
              text: found.text,
              confidence: Math.round(found.confidence * 100) / 100,
              doubtful: found.confidence < sure || faulty.has(name),
              page: found.page,
              box: found.box,
            }
          : null,
      }
    }),
    lines: read.lines,
    checks,
    ...(electronic ? { eInvoice: headOf(electronic) } : {}),
    ...(others.length > 0 ? { otherEInvoices: others.slice(0, mostOthers).map(headOf) } : {}),
    mail: reading.mail ? shortMail(reading.mail) : null,
  }
}

const headOf = (invoice: EInvoice): NonNullable<ExtractData['eInvoice']> => {
  const { number, seller, payee } = invoice
  return {
    number: shortText(number),
    noReceivable: whyNoReceivable(invoice),
    precedingInvoices: shortInvoicesBefore(invoice),
    seller: shortParty(seller),
    payee: payee ? shortParty(payee) : null,
  }
}

const shortMail = (mail: Mail): Mail => ({
  ...mail,
  body: mail.body?.slice(0, longestBody) ?? null,
  recipients: mail.recipients.slice(0, mostRecipients),
})
