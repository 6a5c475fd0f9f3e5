import { normalizeDocumentNo } from '@usance/domain/fingerprint'
import { withoutZeros } from '@usance/domain/rational'
import type { EInvoice } from './e-invoice.ts'
import { type ReadEInvoice, readEInvoice } from './read-e-invoice.ts'
import { whyNoReceivable } from './receivable.ts'

type Sound = Extract<ReadEInvoice, { ok: true }>

const invoicing: readonly string[] = ['INVOICE', 'CREDIT_NOTE', 'DEBIT_NOTE', 'NO_INVOICE'] satisfies EInvoice['kind'][]

/** What tells one document from another, whichever format it is written in. */
export const identityOf = (invoice: EInvoice): string => {
  const { kind, number, issueDate, currency, totals } = invoice
  return JSON.stringify([
    kind,
    whyNoReceivable(invoice),
    normalizeDocumentNo(number ?? ''),
    issueDate,
    currency,
    withoutZeros(totals.payable ?? totals.taxInclusive ?? ''),
  ])
}

/**
 * The different invoices and notes among the files of a PDF or a mail, in the order of the files: the same one may lie in it in several formats.
 * Orders and other documents beside them do not count.
 */
export function invoicesAmong(files: readonly { bytes: Uint8Array }[]): Sound[] {
  const found = new Map<string, Sound>()
  for (const { bytes } of files) {
    const read = readEInvoice(bytes)
    if (!read.ok || !invoicing.includes(read.invoice.kind)) continue
    const identity = identityOf(read.invoice)
    if (!found.has(identity)) found.set(identity, read)
  }
  return [...found.values()]
}
