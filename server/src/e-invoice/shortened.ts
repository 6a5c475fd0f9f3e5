import type { EInvoice, EInvoiceParty } from './e-invoice.ts'
import { invoicesBefore } from './receivable.ts'

const longest = 500
const mostNamed = 1000

/** A text of a document, cut to the length of the field that stores it. */
export const shortText = (text: string | null): string | null => text?.slice(0, longest) ?? null

/** A party of a document with texts of that length. */
export const shortParty = (party: EInvoiceParty): EInvoiceParty => ({
  name: shortText(party.name),
  tradingName: shortText(party.tradingName),
  vatId: shortText(party.vatId),
  taxNumber: shortText(party.taxNumber),
  registration: shortText(party.registration),
  country: shortText(party.country),
})

/** The numbers of the invoices that a document names as preceding it, as many and as long as they are stored. */
export const shortInvoicesBefore = (invoice: EInvoice): string[] =>
  invoicesBefore(invoice)
    .slice(0, mostNamed)
    .map((text) => text.slice(0, longest))
