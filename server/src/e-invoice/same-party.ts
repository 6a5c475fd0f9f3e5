import { normalizeRegistration } from '@usance/domain/fingerprint'
import { nameTokens } from '@usance/domain/name-match'
import type { EInvoice, EInvoiceParty } from './e-invoice.ts'

/** A name as it is compared with others. */
export const plainName = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

/** Who is paid, where a document names somebody by whom another than its seller could be meant. */
export function payeeOf({ seller, payee }: Pick<EInvoice, 'seller' | 'payee'>): EInvoiceParty | null {
  if (!payee || ![payee.name, payee.registration, payee.vatId].some(Boolean)) return null
  return payee.name && seller.name && plainName(payee.name) === plainName(seller.name) ? null : payee
}

/**
 * Who is paid: the payee that a document names, or else whoever besides its seller holds an account that it asks to pay to. A factor
 * often stands nowhere but there.
 */
export function paidTo(seller: EInvoiceParty, named: EInvoiceParty | null, holders: readonly string[]): EInvoiceParty | null {
  if (payeeOf({ seller, payee: named })) return named
  const other = holders.find((holder) => ![seller.name, seller.tradingName].some((name) => name && isCalled(name, holder)))
  return other ? { name: other, tradingName: null, vatId: null, taxNumber: null, registration: null, country: null } : named
}

/** Whether an account in a name may be that of a company: banks write names without umlauts, punctuation and legal forms. */
function isCalled(name: string, holder: string): boolean {
  const words = (text: string) => spellingsOf(plainName(text)).map((spelling) => nameTokens(spelling).join(' '))
  return words(name).some((one) => words(holder).includes(one))
}

/**
 * Whether the parties of two documents are one: nothing that both say differs, and something is the same. One format may leave out what
 * another says, write its name without umlauts and accents, or a number without its country.
 */
export function isSameParty(one: EInvoiceParty, other: EInvoiceParty): boolean {
  const [said, saidByOther] = [numbersOf(one), numbersOf(other)]
  const inBoth = said.flatMap((number, at) => (number && saidByOther[at] ? [isSameNumber(number, saidByOther[at])] : []))
  const names = [plainName(one.name ?? ''), plainName(other.name ?? '')] as const
  if (names[0] && names[1]) inBoth.push(isSameName(...names))
  if (inBoth.length > 0) return inBoth.every(Boolean)
  return ![...names, ...said, ...saidByOther].some(Boolean)
}

const numbersOf = ({ vatId, taxNumber, registration }: EInvoiceParty) =>
  [vatId, taxNumber, registration].map((number) => normalizeRegistration(number ?? ''))

/** The same, or one with the code of its country before it and the other without. */
function isSameNumber(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short === long || (/^\d/.test(short) && /^[A-Z]{2}$/i.test(long.slice(0, 2)) && long.slice(2) === short)
}

/** The same, but for umlauts and accents: Müller, Mueller and Muller. */
function isSameName(one: string, other: string): boolean {
  const spellings = spellingsOf(other)
  return spellingsOf(one).some((spelling) => spellings.includes(spelling))
}

const withoutMarks = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replaceAll('ß', 'ss')
const spellingsOf = (name: string) => [name, withoutMarks(name), withoutMarks(name.replace(/[äöü]/g, '$&e'))]
