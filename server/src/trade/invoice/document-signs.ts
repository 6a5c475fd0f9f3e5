import { confusableSkeleton } from '@usance/domain/fingerprint'
import { toDecimal } from '@usance/domain/money'
import { commonGroup, type PaperGroup, shownGroup } from '@usance/domain/papers'
import { withoutZeros } from '@usance/domain/rational'
import type { ExtractData, ExtractField } from '@usance/wire/ocr/calls'
import type { Tx } from '../../database/database.ts'
import { insideKind } from '../../platform/ocr/read-papers.ts'
import type { Candidate } from './candidate.ts'
import { isSeller, paysAnother } from './document-parties.ts'
import { namedInvoice, normalNumbers } from './linked-invoices.ts'

type Document = NonNullable<ExtractData['eInvoice']>

/**
 * What was read from the papers of an invoice speaks against it. Every e-invoice in them is judged as the import of e-invoices judges it:
 * by its type no debt, another seller's, paid to somebody else, or one that names an invoice here as preceding it. A note on another
 * invoice says nothing against the debt of this one.
 */
export async function documentSigns(tx: Tx, invoice: Candidate, readings: readonly ExtractData[]): Promise<string[]> {
  const documents = documentsIn(readings)
  const ofParties = await signsOfParties(tx, invoice.supplierId, documents)
  const named = await namedInvoice(tx, invoice, numbersNamed(readings, invoice), invoice.id)
  const found = [
    differs(readings, invoice) && 'OCR_MISMATCH',
    ofThisDebt(documents, invoice).some(({ noReceivable }) => noReceivable !== null) && 'NO_DEBT',
    ...ofParties,
    named !== undefined && 'NAMES_INVOICE',
  ]
  return found.filter((flag) => flag !== false)
}

async function signsOfParties(tx: Tx, supplierId: string, documents: readonly Document[]): Promise<string[]> {
  const found = new Set<string>()
  for (const document of documents) {
    if (!(await isSeller(tx, supplierId, document.seller))) found.add('OTHER_SELLER')
    if (await paysAnother(tx, supplierId, document)) found.add('OTHER_PAYEE')
  }
  return [...found]
}

const documentsIn = (readings: readonly ExtractData[]): Document[] =>
  readings.flatMap(({ eInvoice, otherEInvoices = [] }) => [...(eInvoice ? [eInvoice] : []), ...otherEInvoices])

/**
 * The documents that say what the debt of an invoice is. Where its own document lies among them, a note that names other invoices alone
 * is about those: a mail often brings the new invoice with a note on an earlier one.
 */
function ofThisDebt(documents: readonly Document[], { invoiceNo }: Pick<Candidate, 'invoiceNo'>): readonly Document[] {
  const isOwn = (number: string) => confusableSkeleton(number) === confusableSkeleton(invoiceNo)
  const hasOwn = documents.some(({ number, noReceivable }) => number && isOwn(number) && noReceivable !== 'NOTE')
  const isOnOthers = ({ number, noReceivable, precedingInvoices }: Document) =>
    noReceivable === 'NOTE' && precedingInvoices.length > 0 && ![number ?? invoiceNo, ...precedingInvoices].some(isOwn)
  return hasOwn ? documents.filter((one) => !isOnOthers(one)) : documents
}

/** The normalised numbers of the invoices that the papers of an invoice name as preceding it. */
export const numbersNamed = (readings: readonly ExtractData[], invoice: Pick<Candidate, 'invoiceNo'>): string[] =>
  normalNumbers(ofThisDebt(documentsIn(readings), invoice).flatMap(({ precedingInvoices }) => precedingInvoices))

/** The papers that lie in another group than that of the invoice itself. */
export function hashesBeside(groups: readonly PaperGroup[], papers: readonly { sha256: string; groupKey: string }[]): string[] {
  const isInvoice = ({ groupKey }: { groupKey: string }) =>
    shownGroup('INVOICE', groups, groupKey) === commonGroup('INVOICE', 'SUBMISSION')
  const own = papers.filter(isInvoice).map(({ sha256 }) => sha256)
  return papers.filter((paper) => !isInvoice(paper) && !own.includes(paper.sha256)).map(({ sha256 }) => sha256)
}

/**
 * What was read from the papers of an invoice that say what it is. An e-invoice that lies beside it, such as a carrier's among the
 * transport documents, says so only where the supplier made it or where it bears or names the number of this invoice.
 */
export async function readingsOf(tx: Tx, invoice: Candidate): Promise<ExtractData[]> {
  const { supplierId, sayingHashes, besideHashes } = invoice
  if (sayingHashes.length === 0) return []
  const rows = await tx
    .selectFrom('documentReading')
    .select(['sha256', 'extractData'])
    .where('companyId', '=', supplierId)
    .where('schemaCode', 'in', ['INVOICE', insideKind])
    .where('sha256', 'in', sayingHashes)
    .execute()
  const found: ExtractData[] = []
  for (const { sha256, extractData } of rows) {
    const reading = extractData as ExtractData
    if (!besideHashes.includes(sha256) || (await isAbout(tx, invoice, documentsIn([reading])))) found.push(reading)
  }
  return found
}

async function isAbout(tx: Tx, { supplierId, invoiceNo }: Candidate, documents: readonly Document[]): Promise<boolean> {
  const own = confusableSkeleton(invoiceNo)
  for (const { number, precedingInvoices, seller } of documents)
    if (
      [number ?? '', ...precedingInvoices].some((no) => confusableSkeleton(no) === own) ||
      (await isSeller(tx, supplierId, seller))
    )
      return true
  return documents.length === 0
}

/**
 * What was read says another number or another total. Only a sure reading counts, and a file that agrees clears the others: a delivery
 * note beside the invoice has amounts of its own.
 */
function differs(readings: readonly ExtractData[], { invoiceNo, amount }: Candidate): boolean {
  const isOwnNumber = (value: string) => confusableSkeleton(value) === confusableSkeleton(invoiceNo)
  // The receivable of an invoice that is rounded or partly prepaid is what is left to pay, which its print or another file may not say.
  const saysPayable = (reading: ExtractData) =>
    isOwnNumber(foundIn(reading, 'invoiceNo')?.value ?? '') && foundIn(reading, 'payableAmount') !== undefined
  const isKnownPayable = readings.some(saysPayable)
  const owedIn = (reading: ExtractData) =>
    foundIn(reading, 'payableAmount') ?? (isKnownPayable ? undefined : foundIn(reading, 'totalAmount'))
  const isOther = (said: (reading: ExtractData) => Found | undefined, agrees: (value: string) => boolean) => {
    const values = readings.flatMap((reading) => {
      const found = said(reading)
      return found && !found.doubtful ? [found.value] : []
    })
    return values.length > 0 && !values.some(agrees)
  }
  return (
    isOther((reading) => foundIn(reading, 'invoiceNo'), isOwnNumber) ||
    isOther(owedIn, (value) => decimalsEqual(value, toDecimal(amount)))
  )
}

type Found = NonNullable<ExtractField['found']>

const foundIn = ({ fields }: ExtractData, name: string): Found | undefined =>
  fields.find((field) => field.name === name)?.found ?? undefined

/** Equal as numbers, whatever zeros they end in. */
const decimalsEqual = (a: string, b: string) => withoutZeros(a) === withoutZeros(b)
