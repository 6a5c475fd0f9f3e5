import type { EInvoiceKind } from './e-invoice.ts'

// UNTDID 1001: the codes that credit and those that debit; all others of an invoice ask for payment.
const creditCodes = ['81', '83', '261', '262', '296', '308', '381', '396', '420', '458', '532']
const debitCodes = ['80', '84', '383']

/** What a document is by its type code; one without a code is an invoice. */
export function kindOfCode(typeCode: string | null): EInvoiceKind {
  if (typeCode === null) return 'INVOICE'
  if (typeCode === '220') return 'ORDER'
  return creditCodes.includes(typeCode) ? 'CREDIT_NOTE' : debitCodes.includes(typeCode) ? 'DEBIT_NOTE' : 'INVOICE'
}
