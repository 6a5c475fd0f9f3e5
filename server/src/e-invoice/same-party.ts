import { isCurrency } from '@usance/domain/currencies'
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

/**
 * Whether an account in a name is that of a company. Banks write names without umlauts, punctuation and legal forms, and add the currency
 * of the account; a long name they cut. Any other part of a name may be that of another company, and a longer one that of a bank or a
 * factor that holds the account for the company.
 */
function isCalled(name: string, holder: string): boolean {
  const [own, told] = [plainName(name), withoutCurrency(plainName(holder))]
  if (factors.test(told) && !factors.test(own)) return false
  if (told.trim().length >= shortestCut && lettersOf(own).some((one) => lettersOf(told).some((cut) => one.startsWith(cut))))
    return true
  const isSaid = signsOf(told) !== '' || wordsOf(told).some((words) => words !== '')
  return isSaid && signsOf(own) === signsOf(told) && wordsOf(own).some((words) => wordsOf(told).includes(words))
}

/** The shortest field for a name among the formats of banks: a name that fills it may go on. */
const shortestCut = 27

const factors = /fa[ck]tor(?!y|ies)|forfait|affacturage|保理/

const withoutCurrency = (holder: string) =>
  holder.replace(/(?<![\p{L}\p{N}])([a-z]{3})[^\p{L}\p{N}]*$/u, (end, code: string) =>
    isCurrency(code.toUpperCase()) ? '' : end,
  )

/** Chinese names are not written with blanks between their words: their signs in a row count. */
const signsOf = (name: string) => {
  const signs = (name.match(/\p{Script=Han}+/gu) ?? []).join('')
  return signs.replace(/(股份)?有限(责任)?公司$/, '') || signs
}

// Legal forms beside those that names are screened without: there a form left in costs a look, and one taken off may cost a hit.
const legalForms = new Set(
  'kg kgaa mbh ohg ug ek eg se srl srls sarl sas sasu snc spa sl slu sau lda ltda as asa aps oy oyj ab sp zoo doo sro kft zrt ood eood pty pvt bhd sdn kk sti llp lp ulc sca cv vof bvba uab sia jsc pjsc ooo pt tbk'.split(
    ' ',
  ),
)

/**
 * The words besides Chinese signs that tell a name from others, in each of its spellings; of one that is nothing but legal forms, the
 * first.
 */
const wordsOf = (name: string): string[] =>
  spellingsOf(withoutInitials(name.replace(/\p{Script=Han}+/gu, ' '))).map((spelling) => {
    const own = nameTokens(spelling).filter((word) => !legalForms.has(word))
    return (own.length > 0 ? own : nameTokens(spelling.trim().split(/\s+/)[0] ?? '')).join(' ')
  })

/** The letters and figures of a name in a row, in each of its spellings. */
const lettersOf = (name: string): string[] => spellingsOf(name).map((spelling) => spelling.replace(/[^\p{L}\p{N}]/gu, ''))

/** "A.S.", "A. S." and "A S" are one word. */
const withoutInitials = (name: string) =>
  name.replace(/(?<![\p{L}\p{N}])\p{L}(?:[.\s]+\p{L}(?![\p{L}\p{N}]))+/gu, (letters) => letters.replace(/[.\s]+/g, ''))

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
