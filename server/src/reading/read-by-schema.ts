import type { EInvoice } from '../e-invoice/e-invoice.ts'
import { invoicesAmong } from '../e-invoice/embedded-invoices.ts'
import { readEInvoice } from '../e-invoice/read-e-invoice.ts'
import type { Finding } from '../e-invoice/rules.ts'
import type { Extract } from './extract/extract.ts'
import { extractBySchema } from './extract/extract-by-schema.ts'
import { fromEInvoice } from './extract/from-e-invoice.ts'
import type { Page, Reading } from './page.ts'
import type { DocumentSchema } from './schema/schema.ts'

export type ReadBySchema = Extract & {
  /** Where the fields come from: the machine-readable invoice inside, the text of the file, or the picture. */
  readFrom: 'e-invoice' | 'text' | 'ocr' | 'mail'
  /** The file of a mail that was read; the upload's own name otherwise. */
  fileName: string
  /** Its place in the mail; null where the upload itself, or the text of the mail, was read. */
  part: string | null
  pages: Omit<Page, 'runs' | 'lean'>[]
  findings: Finding[]
  /** The machine-readable invoice inside. */
  electronic?: EInvoice
  /** The other invoices in the same file or mail: which of them its pages show is for people to say. */
  others?: EInvoice[]
}

/** The fields of a document kind in a reading: by its embedded invoice if it has a sound one, else by what its pages say. */
export function readBySchema(schema: DocumentSchema, reading: Reading): ReadBySchema {
  const source = reading.mail ? bestPart(schema, reading) : reading
  const printed = extractBySchema(schema, source.pages)
  const common = {
    fileName: source.fileName,
    part: source.part,
    pages: source.pages.map(({ runs: _, lean: __, ...page }) => page),
  }
  // The first words of a mail are no letterhead.
  if (source.mail && (printed.fields.sellerName?.confidence ?? 1) < 0.85) delete printed.fields.sellerName
  const electronic = embeddedInvoice(schema, source)
  if (electronic) {
    const { fields, lines } = fromEInvoice(schema, electronic.invoice, source.pages)
    // What the invoice inside is silent about may still be printed.
    const silent = Object.entries(printed.fields).filter(
      ([name]) => !fields[name] && !/^(?:seller|buyer|net|tax|shipping|total)/.test(name),
    )
    return {
      ...common,
      fields: { ...Object.fromEntries(silent), ...fields },
      lines,
      readFrom: 'e-invoice',
      findings: electronic.findings,
      electronic: electronic.invoice,
      others: othersIn(schema, reading, electronic.invoice),
    }
  }
  const exact = source.pages.length > 0 && source.pages.every((page) => page.source === 'text')
  return { ...common, ...printed, readFrom: source.mail ? 'mail' : exact ? 'text' : 'ocr', findings: [] }
}

/** The attachment of a mail that has the most of what is asked for; the text of the mail itself where none has anything. */
function bestPart(schema: DocumentSchema, mail: Reading): Reading {
  const parts = allParts(mail)
  const scored = parts.map((part) => ({
    part,
    score: (embeddedInvoice(schema, part) ? 100 : 0) + Object.keys(extractBySchema(schema, part.pages).fields).length,
  }))
  const best = scored.sort((a, b) => b.score - a.score)[0]
  return best && best.score > 1 ? best.part : { ...mail, pages: [bodyPage(mail)] }
}

/** The readings of the files of a mail, and of the mails on it. */
export const allParts = (reading: Reading): Reading[] => reading.parts.flatMap((part) => [part, ...allParts(part)])

/** The text of a mail as a page of lines, so that an invoice written into the mail itself can be read. */
function bodyPage({ mail }: Reading): Page {
  const lines = [mail?.subject ?? '', ...(mail?.body ?? '').split(/\r?\n/)].filter((line) => line.trim()).slice(0, 300)
  return {
    number: 1,
    width: 600,
    height: Math.max(800, lines.length * 14),
    source: 'text',
    runs: lines.map((text, index) => ({
      text: text.slice(0, 400),
      box: [20, 10 + index * 14, Math.min(580, 20 + text.length * 6), 22 + index * 14],
      confidence: 1,
    })),
  }
}

/** The invoices beside one, in all attachments of a mail. */
function othersIn(schema: DocumentSchema, reading: Reading, invoice: EInvoice): EInvoice[] {
  if (schema.code !== 'INVOICE') return []
  const files = [reading, ...allParts(reading)].flatMap(({ embedded }) => embedded)
  return invoicesAmong(files, invoice).map((one) => one.invoice)
}

type Embedded = { invoice: EInvoice; findings: Finding[] }

/** The document inside that the schema asks for: of an invoice the one that an import takes, whatever orders lie beside it. */
function embeddedInvoice(schema: DocumentSchema, { embedded }: Reading): Embedded | undefined {
  const invoices = schema.code === 'INVOICE' ? invoicesAmong(embedded) : []
  const readings = invoices.length > 0 ? invoices : embedded.map(({ bytes }) => readEInvoice(bytes))
  for (const read of readings)
    if (read.ok && (read.invoice.number || read.invoice.totals.taxInclusive))
      return { invoice: read.invoice, findings: read.findings }
  return undefined
}
