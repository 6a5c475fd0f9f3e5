import type { EInvoiceKind } from './e-invoice.ts'

// UNTDID 1001: the codes that credit, those that debit, and those by which a debt is invoiced. Others have the shape of an invoice and
// make no debt, such as a pro-forma (325), a request for payment (71) or information for the accounts (751).
const creditCodes = ['81', '83', '261', '262', '296', '308', '381', '396', '420', '458', '502', '503', '532']
const debitCodes = ['80', '84', '383', '527']

const invoiceCodes =
  '82 295 326 331 380 382 384 385 386 387 388 389 390 393 394 395 471 472 473 500 501 553 575 623 633 780 875 876 877'.split(' ')

/** The kind of a document by its type code. A document without a code is an invoice; an unknown code is not taken for one. */
export function kindOfCode(typeCode: string | null): EInvoiceKind {
  if (typeCode === null) return 'INVOICE'
  if (typeCode === '220') return 'ORDER'
  if (creditCodes.includes(typeCode)) return 'CREDIT_NOTE'
  if (debitCodes.includes(typeCode)) return 'DEBIT_NOTE'
  return invoiceCodes.includes(typeCode) ? 'INVOICE' : 'NO_INVOICE'
}
