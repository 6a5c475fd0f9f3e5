import { amountsIn, currencyIn, datesIn } from '@usance/server/reading/extract/values'
import { type Reading, ReadingError } from '@usance/server/reading/page'
import { type ReadBySchema, readBySchema } from '@usance/server/reading/read-by-schema'
import { readDocument } from '@usance/server/reading/read-document'
import { schemaOf } from '@usance/server/reading/schema/schemas'
import type { CaseFolder } from './case-files.ts'
import { plain, Tally } from './tally.ts'

type Fields = Record<string, string | number | null | undefined | Record<string, string>>
type Line = Record<string, string | number | null>
type ExpectedDocument = {
  kind?: string
  same_as?: string
  fields?: Fields & { totals?: Record<string, string>; lines?: Line[] }
  fields_source_names?: Record<string, unknown>[]
  not_printed?: string[]
  line_items?: Line[]
  lines?: Line[]
  embedded_xml?: string | null
}

/** Invoices and receipts as PDFs and pictures, read as the portal reads them, scored for each class of field. */
export async function documentSet(cases: CaseFolder): Promise<Tally[]> {
  const expected = cases.json<Record<string, ExpectedDocument>>('expected.json')
  const tallies = new DocumentTallies()
  for (const [path, own] of Object.entries(expected)) {
    try {
      const reading = await readDocument(cases.bytes(path), path.split('/').at(-1) ?? path)
      const twin = own.same_as ? expected[own.same_as] : undefined
      // A picture made from a PDF is asked only for what that PDF prints, not for what its embedded invoice knows beside.
      const printed = own.same_as?.startsWith('zugferd') ? await readDocument(cases.bytes(own.same_as), own.same_as) : undefined
      judgeDocument(tallies, path, own.same_as ? { ...twin, same_as: own.same_as } : own, reading, printed)
    } catch (error) {
      if (!(error instanceof ReadingError)) throw error
      tallies.of(groupOf(path), 'read').compare(path, error.fault, 'read')
    }
  }
  return tallies.all()
}

/** One tally for each group of documents and class of field. */
class DocumentTallies {
  private readonly byName = new Map<string, Tally>()
  private readonly files = new Map<Tally, Set<string>>()

  of(group: string, part: string): Tally {
    const name = `${group}: ${part}`
    const tally = this.byName.get(name) ?? new Tally(name)
    this.byName.set(name, tally)
    return tally
  }

  compare(group: string, part: string, path: string, field: string, got: unknown, wanted: unknown): void {
    const tally = this.of(group, part)
    const files = this.files.get(tally) ?? new Set()
    this.files.set(tally, files.add(path))
    tally.files = files.size
    tally.compare(`${path.split('/').at(-1)} ${field}`, got, wanted)
  }

  all(): Tally[] {
    return [...this.byName.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tally]) => tally)
  }
}

const groupOf = (path: string): string => {
  const folder = path.split('/')[0] ?? ''
  if (folder === 'invoice2data' && path.endsWith('.png')) return 'scan'
  return (
    { smartap: 'digital PDF', invoice2data: 'digital PDF', 'zugferd-pdf': 'e-invoice PDF', sroie: 'receipt photo' }[folder] ??
    folder
  )
}

/** Compares what was read with what the document says; a field that the case does not know is not judged. */
function judgeDocument(
  tallies: DocumentTallies,
  path: string,
  expected: ExpectedDocument,
  reading: Reading,
  printed?: Reading,
): void {
  const group = groupOf(path)
  const receipt = expected.kind === 'receipt'
  const read = readBySchema(schemaOf(receipt ? 'RECEIPT' : 'INVOICE')!, reading)
  const value = (name: string) => read.fields[name]?.value ?? null
  const wanted = wantedOf(expected)
  const missing = new Set((expected.not_printed ?? []).map((name) => names[name] ?? name))
  const same = (part: string, field: string, got: unknown, want: unknown) => {
    if (want === undefined || want === null || missing.has(field)) return
    if (printed && !isPrinted(printed, field, String(want)))
      tallies.of(group, part).skip(`${path} ${field}`, 1, 'the page does not print it')
    else tallies.compare(group, part, path, field, got, want)
  }
  same('number', 'invoiceNo', word(value('invoiceNo')), word(wanted.invoiceNo))
  if (!receipt) same('number', 'invoiceCode', word(value('invoiceCode')), word(wanted.invoiceCode))
  same('dates', 'invoiceDate', value('invoiceDate'), day(wanted.invoiceDate))
  same('dates', 'dueDate', value('dueDate'), day(wanted.dueDate))
  same('currency', 'currency', value('currency'), wanted.currency)
  for (const name of ['netAmount', 'taxAmount', 'totalAmount', 'shippingAmount'] as const) {
    const want = amount(wanted[name])
    // A document without shipping or tax prints no zero.
    if (want === '0' && value(name) === null) continue
    if (name === 'netAmount' && value(name) === null && want === amount(wanted.totalAmount)) continue
    same(name === 'totalAmount' ? 'total' : 'net, tax, shipping', name, plain(value(name)), want)
  }
  same('seller', 'sellerName', word(value('sellerName')), word(wanted.sellerName))
  same('buyer', 'buyerName', word(value('buyerName')), word(wanted.buyerName))
  same('tax numbers', 'sellerTaxId', word(value('sellerTaxId')), printedOn(reading, wanted.sellerTaxId))
  same('tax numbers', 'buyerTaxId', word(value('buyerTaxId')), printedOn(reading, wanted.buyerTaxId))
  same('order number', 'poNumber', word(value('poNumber')), word(wanted.poNumber))
  for (const field of missing) tallies.compare(group, 'not printed, left empty', path, field, value(field), null)
  if (expected.fields && 'po_number' in expected.fields && expected.fields.po_number === null)
    tallies.compare(group, 'not printed, left empty', path, 'poNumber', value('poNumber'), null)
  compareLines(
    tallies,
    group,
    path,
    read,
    expected.line_items ?? expected.lines ?? expected.fields?.lines ?? [],
    expected.line_items !== undefined,
  )
}

function compareLines(
  tallies: DocumentTallies,
  group: string,
  path: string,
  read: ReadBySchema,
  lines: Line[],
  withPrice: boolean,
): void {
  if (lines.length === 0 || group === 'scan') return
  tallies.compare(group, 'lines', path, 'count', read.lines.length, lines.length)
  for (const [index, line] of lines.entries()) {
    const got = read.lines[index]
    const same = (field: string, have: unknown, want: unknown) => {
      if (want !== null && want !== undefined) tallies.compare(group, 'lines', path, `${index + 1} ${field}`, have, want)
    }
    same('text', word(got?.description), word(line.description ?? line.item))
    same('quantity', plain(got?.quantity), plain(line.quantity))
    if (withPrice) same('price', plain(got?.unitPrice), plain(line.unit_price))
    same('amount', plain(got?.amount), plain(line.total ?? line.net))
  }
}

const names: Record<string, string> = {
  due_date: 'dueDate',
  invoice_date: 'invoiceDate',
  po_number: 'poNumber',
  invoice_number: 'invoiceNo',
}

/** The truth under one set of names; the sources use four. */
function wantedOf({ fields = {}, fields_source_names: [named] = [], same_as }: ExpectedDocument) {
  const first = (...values: unknown[]) => values.find((value) => value !== undefined && value !== null) as string | undefined
  const { totals } = fields
  const scanOnly = same_as?.startsWith('zugferd') === true
  return {
    invoiceNo: first(fields.invoice_number, fields.number, named?.invoice_number),
    invoiceCode: first(fields.invoice_code),
    invoiceDate: first(fields.invoice_date, fields.issue_date, fields.date, named?.date),
    dueDate: scanOnly ? undefined : first(fields.due_date, named?.date_due),
    currency: first(fields.currency, named?.currency),
    netAmount: scanOnly ? undefined : first(fields.net, totals?.net, named?.amount_untaxed),
    taxAmount: scanOnly ? undefined : first(fields.tax, totals?.tax, named?.amount_tax),
    shippingAmount: first(fields.shipping),
    totalAmount: first(fields.total, totals?.gross, totals?.payable, named?.amount),
    sellerName: first(fields.seller_name, fields.company, named?.partner_name),
    buyerName: scanOnly ? undefined : first(fields.buyer_name),
    sellerTaxId: first(fields.seller_tax_id),
    buyerTaxId: first(fields.buyer_tax_id),
    poNumber: scanOnly ? undefined : first(fields.po_number, fields.order_ref),
  }
}

/** Whether a page shows a value at all, in whatever form. */
function isPrinted({ pages }: Reading, field: string, want: string): boolean {
  const texts = pages.flatMap((page) => page.runs.map((run) => run.text))
  if (field === 'currency') return texts.some((text) => currencyIn(text, false) === want)
  if (field === 'invoiceDate') return texts.some((text) => datesIn(text, true).some((date) => date.value === want))
  if (field === 'totalAmount') return texts.some((text) => amountsIn(text).some((each) => plain(each.value) === want))
  return true
}

const word = (value: unknown) =>
  value === null || value === undefined
    ? null
    : String(value)
        .toLowerCase()
        .replace(/[^\p{L}\d]/gu, '')
const amount = (value: unknown) => (value === undefined ? undefined : plain(String(value).replace(/[^\d.-]/g, '')))
const day = (value: string | undefined) => (value ? (datesIn(value, true)[0]?.value ?? value) : undefined)

/** A tax number that the file does not print anywhere is not asked for. */
function printedOn(reading: Reading, value: string | undefined): string | null {
  const all = word(reading.pages.flatMap((page) => page.runs.map((run) => run.text)).join(''))
  const wanted = word(value)
  return wanted && (all?.includes(wanted) || reading.pages.some((page) => page.source === 'ocr')) ? wanted : null
}
