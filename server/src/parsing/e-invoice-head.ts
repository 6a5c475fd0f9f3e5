import type { EInvoiceParty } from '../e-invoice/e-invoice.ts'
import type { ReadEInvoice } from '../e-invoice/read-e-invoice.ts'
import { invoicesBefore } from '../e-invoice/receivable.ts'
import type { ParsedEInvoice } from './questions.ts'

const longest = 500
const most = 50
const mostNamed = 1000

const short = (text: string | null) => text?.slice(0, longest) ?? null
const shortParty = (party: EInvoiceParty): EInvoiceParty => ({
  name: short(party.name),
  tradingName: short(party.tradingName),
  vatId: short(party.vatId),
  taxNumber: short(party.taxNumber),
  registration: short(party.registration),
  country: short(party.country),
})

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
      typeCode: short(typeCode),
      number: short(number),
      issueDate,
      dueDate,
      currency: short(currency),
      seller: shortParty(seller),
      buyer: shortParty(buyer),
      payee: payee ? shortParty(payee) : null,
      orderRef: short(orderRef),
      precedingInvoices: invoicesBefore(read.invoice)
        .slice(0, mostNamed)
        .map((text) => text.slice(0, longest)),
      totals,
      unreadable: unreadable.filter(isOfHead).slice(0, most),
    },
    // Those of the head change what is stored: a document of many faulty lines does not hide them.
    findings: read.findings.toSorted((one, other) => Number(isOfHead(other)) - Number(isOfHead(one))).slice(0, most),
  }
}
