import type { Unreadable } from './values.ts'

/** What the document is; a credit note lowers what the buyer owes. */
export type EInvoiceKind =
  | 'INVOICE'
  | 'CREDIT_NOTE'
  | 'DEBIT_NOTE'
  /** Of an invoice it has the shape alone: nobody owes what it asks for. */
  | 'NO_INVOICE'
  | 'ORDER'
  | 'ORDER_CHANGE'
  | 'ORDER_CANCELLATION'
  | 'ORDER_RESPONSE'
  | 'RECEIPT_ADVICE'
  | 'REMITTANCE_ADVICE'

export type EInvoiceParty = {
  name: string | null
  tradingName: string | null
  vatId: string | null
  /** The local tax number a party gives beside or instead of its VAT number. */
  taxNumber: string | null
  registration: string | null
  country: string | null
}

/** One line; quantities and amounts are exact decimal text as the document writes them. */
export type EInvoiceLine = {
  id: string | null
  name: string | null
  qty: string | null
  unit: string | null
  unitPrice: string | null
  amount: string | null
}

/** Document totals as exact decimal text; null where the document is silent. */
export type EInvoiceTotals = {
  lineTotal: string | null
  allowances: string | null
  charges: string | null
  taxExclusive: string | null
  tax: string | null
  taxInclusive: string | null
  prepaid: string | null
  rounding: string | null
  payable: string | null
}

/** One row of the tax breakdown: base × rate is tax. */
export type EInvoiceTax = { category: string | null; rate: string | null; base: string | null; tax: string | null }

/** An allowance or charge on the whole document. */
type EInvoiceAllowance = { isCharge: boolean; amount: string | null }

/** One electronic invoice, credit note or order, the same value whatever its syntax. */
export type EInvoice = {
  syntax: 'UBL' | 'CII'
  /** Name of the root element without its prefix: Invoice, CrossIndustryInvoice, SelfBilledCreditNote. */
  document: string
  kind: EInvoiceKind
  profile: string | null
  number: string | null
  issueDate: string | null
  dueDate: string | null
  typeCode: string | null
  currency: string | null
  taxCurrency: string | null
  seller: EInvoiceParty
  buyer: EInvoiceParty
  /** Who is paid, where the document says that it is another than the seller, be it by the name of an account alone. */
  payee: EInvoiceParty | null
  orderRef: string | null
  buyerRef: string | null
  contractRef: string | null
  precedingInvoices: string[]
  /** Those that its lines name. */
  precedingOnLines: string[]
  lines: EInvoiceLine[]
  totals: EInvoiceTotals
  /** Every tax total with the currency it names, the document currency where it names none. */
  taxTotals: { amount: string; currency: string | null }[]
  taxes: EInvoiceTax[]
  documentAllowances: EInvoiceAllowance[]
  ibans: string[]
  attachments: string[]
  /** Texts that cannot be read as one date, amount or number, with the place they stood. */
  unreadable: Unreadable[]
}

/** 1 where the document raises what the buyer owes, -1 where it lowers it, 0 for an order or an advice. */
export function receivableSign(kind: EInvoiceKind): 1 | -1 | 0 {
  if (kind === 'CREDIT_NOTE') return -1
  return kind === 'INVOICE' || kind === 'DEBIT_NOTE' ? 1 : 0
}
