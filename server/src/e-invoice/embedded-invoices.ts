import { normalizeDocumentNo } from '@usance/domain/fingerprint'
import { withoutZeros } from '@usance/domain/rational'
import type { EInvoice } from './e-invoice.ts'
import { type ReadEInvoice, readEInvoice } from './read-e-invoice.ts'
import { invoicesBefore, whyNoReceivable } from './receivable.ts'
import { isSameParty, payeeOf } from './same-party.ts'

type Sound = Extract<ReadEInvoice, { ok: true }>

const invoicing: readonly string[] = ['INVOICE', 'CREDIT_NOTE', 'DEBIT_NOTE', 'NO_INVOICE'] satisfies EInvoice['kind'][]

/** What tells one document from another, whichever format it is written in; its parties are compared beside it. */
const identityOf = (invoice: EInvoice): string => {
  const { kind, number, issueDate, currency, totals } = invoice
  return JSON.stringify([
    kind,
    whyNoReceivable(invoice),
    normalizeDocumentNo(number ?? ''),
    issueDate,
    currency,
    withoutZeros(totals.payable ?? totals.taxInclusive ?? ''),
    invoicesBefore(invoice).map(normalizeDocumentNo).sort(),
  ])
}

/** Whether two documents are one: by their figures, by who is owed and paid, and by the invoices that they name. */
const isSameDocument = (one: EInvoice, other: EInvoice): boolean =>
  identityOf(one) === identityOf(other) &&
  isSameParty(one.seller, other.seller) &&
  isSameParty(payeeOf(one) ?? one.seller, payeeOf(other) ?? other.seller)

/**
 * The different invoices and notes among the files of a PDF or a mail, in the order of the files: the same one may lie in it in several formats.
 * Orders and other documents beside them do not count.
 *
 * @param besides a document that was read before: what is the same as it is left out.
 */
export function invoicesAmong(files: readonly { bytes: Uint8Array }[], besides?: EInvoice): Sound[] {
  const found: Sound[] = []
  for (const { bytes } of files) {
    const read = readEInvoice(bytes)
    if (!read.ok || !invoicing.includes(read.invoice.kind)) continue
    if (besides && isSameDocument(besides, read.invoice)) continue
    if (!found.some(({ invoice }) => isSameDocument(invoice, read.invoice))) found.push(read)
  }
  return found
}
