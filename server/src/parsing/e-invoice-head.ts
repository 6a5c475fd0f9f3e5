import type { ReadEInvoice } from '../e-invoice/read-e-invoice.ts'
import { shortInvoicesBefore, shortParty, shortText } from '../e-invoice/shortened.ts'
import type { ParsedEInvoice } from './questions.ts'

const most = 50

const isOfHead = ({ field }: { field: string }) => /^(typeCode|number|issueDate|dueDate|currency|totals\..+)$/.test(field)

/** The stored part of an e-invoice: its head, without its lines, with texts cut to the length of their fields. */
export function eInvoiceHead(read: ReadEInvoice): ParsedEInvoice {
  if (!read.ok) return { ok: false, error: read.error.code }
  const { kind, typeCode, number, issueDate, dueDate, currency, seller, buyer, payee, orderRef, totals, unreadable } =
    read.invoice
  return {
    ok: true,
    invoice: {
      kind,
      typeCode: shortText(typeCode),
      number: shortText(number),
      issueDate,
      dueDate,
      currency: shortText(currency),
      seller: shortParty(seller),
      buyer: shortParty(buyer),
      payee: payee ? shortParty(payee) : null,
      orderRef: shortText(orderRef),
      precedingInvoices: shortInvoicesBefore(read.invoice),
      totals,
      unreadable: unreadable.filter(isOfHead).slice(0, most),
    },
    // Those of the head change what is stored: a document of many faulty lines does not hide them.
    findings: read.findings.toSorted((one, other) => Number(isOfHead(other)) - Number(isOfHead(one))).slice(0, most),
  }
}
