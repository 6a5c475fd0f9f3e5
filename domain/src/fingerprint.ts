import { daysBetween, type LocalDate } from './local-date.ts'
import type { Money } from './money.ts'
import { compare, money, mulDiv } from './money.ts'

/** The identity of an invoice as it was typed or read. */
export type InvoiceIdentity = {
  readonly supplierReg: string
  readonly buyerReg: string
  readonly invoiceNo: string
  readonly issueDate: LocalDate
  readonly amount: Money
}
/** FP1 is the whole invoice, FP2 its number between the two parties, FP3 the invoice without its number. */
export type Fingerprints = { readonly fp1: string; readonly fp2: string; readonly fp3: string }

/** Registration numbers: letters and digits only, in capitals. */
export const normalizeRegistration = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

// Characters that show nothing, such as fillers of Hangul and variation selectors.
const shapeless = /[\p{Default_Ignorable_Code_Point}\u2800]/gu

// Capitals of other alphabets that are drawn as a Latin letter.
const drawnAlike = new Map(
  [
    ['АВЕЅІЈКМНОРСТУХ', 'ABESIJKMHOPCTYX'],
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
  ].flatMap(([theirs = '', latin = '']) => [...theirs].map((letter, at) => [letter, latin[at]!] as const)),
)

/** A digit of any script as one of ours: each script has its ten in a row, from zero on. */
function ownDigit(digit: string): string {
  const code = digit.codePointAt(0)!
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
  return String(value)
}

/** Marks above, below and through letters and digits, as they stand by themselves. */
const accents = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g

/**
 * The letters and digits of a text in the form in which two are compared: capitals, Latin where they are drawn alike. A mark that makes
 * no letter of its own is left out.
 */
const inCommon = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(shapeless, '')
    .replace(/\p{M}/gu, '')
    .replace(/\p{Lu}/gu, (letter) => drawnAlike.get(letter) ?? letter)
    .replace(/\p{Nd}/gu, ownDigit)

/** Registration numbers in the form in which two companies are told apart: as above, Latin where letters are drawn alike. */
export const comparableRegistration = (text: string): string => inCommon(text).replace(/[^\p{L}\p{N}]/gu, '') || text

/** References of a bank: letters and digits only, in capitals; one of signs alone stays as it is. */
export const normalizeReference = (text: string): string => inCommon(text).replace(/[^\p{L}\p{N}]/gu, '') || text

/**
 * The number of an invoice or a purchase order without what differs when it is retyped: case, separators and leading zeros.
 * ' inv－0012/2025 ' becomes 'INV-12-2025'.
 */
export const normalizeDocumentNo = (text: string): string =>
  inCommon(text)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, ''))

const lookalikes: Record<string, string> = { O: '0', I: '1', L: '1', S: '5', B: '8', Z: '2' }

/** The number as a hurried eye sees it: look-alike letters as digits, no accents, no separators. Equal skeletons are confusable. */
export const confusableSkeleton = (number: string): string => skeletonOf(normalizeDocumentNo(number))

/** The same of a number that is normalised already. */
export const skeletonOf = (normNo: string): string =>
  normNo
    .replaceAll('-', '')
    .normalize('NFD')
    .replace(accents, '')
    .normalize('NFC')
    .replace(/\p{Lu}/gu, (letter) => drawnAlike.get(letter) ?? letter)
    .replace(/[OILSBZ]/g, (letter) => lookalikes[letter]!)

/** The texts that are hashed. A text begins with its version, so that the rule may change without mixing old and new. */
export function fingerprintTexts({ supplierReg, buyerReg, invoiceNo, issueDate, amount }: InvoiceIdentity): Fingerprints {
  const [supplier, buyer, number] = [
    normalizeRegistration(supplierReg),
    normalizeRegistration(buyerReg),
    normalizeDocumentNo(invoiceNo),
  ]
  const rest = [issueDate, amount.currency, amount.minor.toString()]
  const text = (...parts: string[]) => ['v1', ...parts].join('|')
  return {
    fp1: text(supplier, buyer, number, ...rest),
    fp2: text(supplier, buyer, number),
    fp3: text(supplier, buyer, ...rest),
  }
}

/** The three fingerprints, hashed by the given function: HMAC-SHA-256 under the key of the installation, in hex. */
export function fingerprintsOf(invoice: InvoiceIdentity, hmac: (text: string) => string): Fingerprints {
  const { fp1, fp2, fp3 } = fingerprintTexts(invoice)
  return { fp1: hmac(fp1), fp2: hmac(fp2), fp3: hmac(fp3) }
}

/** Days between issue dates within which the same number between the same parties is the same invoice. */
export const sameNumberDays = 180

/** An invoice or a purchase order, as far as two are compared. */
type Comparable = { readonly number: string; readonly issueDate: LocalDate; readonly amount: Money }

/** The skeleton of a number without its separators: '7-006' and '7006' differ by one, though zeros begin a part. */
export const unseparated = (number: string): string => confusableSkeleton(number.replace(/[^\p{L}\p{N}]/gu, ''))

/** Confusable numbers, or numbers one slip or their separators apart with almost the same amount (1 %) and date (10 days). */
export function isNearDuplicate(a: Comparable, b: Comparable): boolean {
  if (confusableSkeleton(a.number) === confusableSkeleton(b.number)) return true
  return (
    (withinOneEdit(normalizeDocumentNo(a.number), normalizeDocumentNo(b.number)) ||
      unseparated(a.number) === unseparated(b.number)) &&
    isAboutEqual(a.amount, b.amount) &&
    Math.abs(daysBetween(a.issueDate, b.issueDate)) <= 10
  )
}

/** Whether two amounts of a currency differ by one per cent of the larger at most. */
export function isAboutEqual(a: Money, b: Money): boolean {
  if (a.currency !== b.currency) return false
  const larger = compare(a, b) >= 0 ? a : b
  const difference = a.minor > b.minor ? a.minor - b.minor : b.minor - a.minor
  return compare(money(difference, a.currency), mulDiv(larger, 1n, 100n, 'DOWN')) <= 0
}

/** Whether one inserted, left-out or changed character makes the texts equal. */
export function withinOneEdit(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [[...a], [...b]] : [[...b], [...a]]
  if (long.length - short.length > 1) return false
  const split = short.findIndex((letter, index) => letter !== long[index])
  if (split === -1) return true
  const rest = short.length === long.length ? split + 1 : split
  return short.slice(rest).join('') === long.slice(split + 1).join('')
}
