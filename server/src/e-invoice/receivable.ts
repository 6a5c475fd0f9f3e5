import type { EInvoice } from './e-invoice.ts'

// UNTDID 1001: invoices that take the place of an earlier one, and those whose debt has been assigned to a factor; 472 and 473 are both.
const corrected: readonly (string | null)[] = ['384', '471', '472', '473']
const factored: readonly (string | null)[] = ['393', '472', '473', '501']

/**
 * Why nobody owes the supplier what a document asks for: by its type it is no invoice, it is a note on another invoice, its debt is
 * somebody else's, or it gives several types.
 */
export type NoReceivable = 'NO_INVOICE' | 'NOTE' | 'FACTORED_INVOICE' | 'TYPE_TWICE'

/** Which documents are a debt to their seller, whether they are imported or read; null for one that is. */
export function whyNoReceivable({
  kind,
  typeCode,
  unreadable,
}: Pick<EInvoice, 'kind' | 'typeCode' | 'unreadable'>): NoReceivable | null {
  if (unreadable.some(({ field }) => field === 'typeCode')) return 'TYPE_TWICE'
  if (kind === 'CREDIT_NOTE' || kind === 'DEBIT_NOTE') return 'NOTE'
  if (kind !== 'INVOICE') return 'NO_INVOICE'
  return factored.includes(typeCode) ? 'FACTORED_INVOICE' : null
}

/** The numbers of all invoices that a document names as preceding it, in its head or on a line. */
export const invoicesBefore = ({ precedingInvoices, precedingOnLines }: EInvoice): string[] => [
  ...new Set([...precedingInvoices, ...precedingOnLines]),
]

/** Whether a document takes the place of the invoice that it names. */
export const isCorrection = ({ typeCode }: Pick<EInvoice, 'typeCode'>): boolean => corrected.includes(typeCode)
