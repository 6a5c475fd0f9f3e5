import { normalizeRegistration } from '@usance/domain/fingerprint'
import type { EInvoice, EInvoiceParty } from './e-invoice.ts'

/** A name as it is compared with others. */
export const plainName = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

/** Who is paid, where a document names somebody by whom another than its seller could be meant. */
export function payeeOf({ seller, payee }: Pick<EInvoice, 'seller' | 'payee'>): EInvoiceParty | null {
  if (!payee || ![payee.name, payee.registration, payee.vatId].some(Boolean)) return null
  return payee.name && seller.name && plainName(payee.name) === plainName(seller.name) ? null : payee
}

/**
 * Whether the parties of two documents are one: nothing that both say differs, and something is the same. One format may leave out what
 * another says.
 */
export function isSameParty(one: EInvoiceParty, other: EInvoiceParty): boolean {
  const [said, saidByOther] = [factsOf(one), factsOf(other)]
  const inBoth = said.flatMap((fact, at) => (fact && saidByOther[at] ? [fact === saidByOther[at]] : []))
  if (inBoth.length > 0) return inBoth.every(Boolean)
  return ![...said, ...saidByOther].some(Boolean)
}

const factsOf = ({ name, vatId, taxNumber, registration }: EInvoiceParty) => [
  plainName(name ?? ''),
  ...[vatId, taxNumber, registration].map((number) => normalizeRegistration(number ?? '')),
]
