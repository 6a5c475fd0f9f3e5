import { type Currency, scaleOf } from './currencies.ts'
import { enteredDigits } from './number-kind.ts'
import { minorToText, type Rational, type RoundingMode, rational, roundInteger } from './rational.ts'
import { ok, type Result, refuse } from './result.ts'

export type { Currency } from './currencies.ts'

/** An exact amount in minor units: cents for USD, whole yen for JPY, thousandths for KWD. */
export type Money = { readonly minor: bigint; readonly currency: Currency }
export type ReadRefusal = 'AMOUNT_SCALE' | 'NOT_AN_AMOUNT'
export type AmountRefusal = ReadRefusal | 'AMOUNT_TOO_LARGE'

/** Decimal text that is no amount of its currency: too many decimals, or no plain decimal at all. */
export class AmountScaleError extends Error {
  override readonly name = 'AmountScaleError'
  readonly refusal: ReadRefusal
  constructor(refusal: ReadRefusal, text: string, currency: Currency) {
    super(`Not an amount of ${currency}: ${JSON.stringify(text)} (${refusal}).`)
    this.refusal = refusal
  }
}

export const money = (minor: bigint, currency: Currency): Money => ({ minor, currency })
export const zero = (currency: Currency): Money => money(0n, currency)

/** Whether an amount has more digits before the decimal point than anybody enters. */
export const isTooLarge = ({ minor, currency }: Money): boolean =>
  (minor < 0n ? -minor : minor) >= 10n ** BigInt(enteredDigits + scaleOf(currency))

/** An amount as somebody enters it, or as it stands in a document: read exactly, and refused where it is larger than any can be. */
export function parseAmount(text: string, currency: Currency): Result<Money, AmountRefusal> {
  const read = readAmount(text, currency)
  return read.ok && isTooLarge(read.value) ? refuse('AMOUNT_TOO_LARGE') : read
}

/**
 * '12.5' USD is 1250 cents; a value that does not lie on the currency's grid is AMOUNT_SCALE. Of any size: what is stored may be a sum
 * of many amounts.
 */
export function readAmount(text: string, currency: Currency): Result<Money, ReadRefusal> {
  const match = /^(-?)(\d{1,100})(?:\.(\d{1,20}))?$/.exec(text)
  if (!match) return refuse('NOT_AN_AMOUNT')
  const [, sign = '', whole = '', part = ''] = match
  const scale = scaleOf(currency)
  // Trailing zeros beyond the grid change nothing: the database writes '100.0000' for 100 yen.
  const kept = part.slice(0, scale)
  if (/[1-9]/.test(part.slice(scale))) return refuse('AMOUNT_SCALE')
  return ok(money(BigInt(`${sign}${whole}${kept.padEnd(scale, '0')}`), currency))
}

/** The amount of decimal text that should be valid; throws AmountScaleError when it is not. */
export function fromDecimal(text: string, currency: Currency): Money {
  const parsed = readAmount(text, currency)
  if (!parsed.ok) throw new AmountScaleError(parsed.refusal, text, currency)
  return parsed.value
}

/** Exact decimal text at the currency's full ISO scale: '100.00', JPY '100', KWD '95.834'. */
export const toDecimal = (amount: Money): string => minorToText(amount.minor, scaleOf(amount.currency))

export const add = (a: Money, b: Money): Money => money(a.minor + sameCurrency(a, b).minor, a.currency)
export const subtract = (a: Money, b: Money): Money => money(a.minor - sameCurrency(a, b).minor, a.currency)
export const negate = (a: Money): Money => money(-a.minor, a.currency)
export const min = (a: Money, b: Money): Money => (a.minor <= sameCurrency(a, b).minor ? a : b)
export const max = (a: Money, b: Money): Money => (a.minor >= sameCurrency(a, b).minor ? a : b)
export const exceeds = (a: Money, b: Money) => a.minor > sameCurrency(a, b).minor
export const equals = (a: Money, b: Money) => a.minor === sameCurrency(a, b).minor
export const isPositive = (a: Money) => a.minor > 0n
export const isNegative = (a: Money) => a.minor < 0n
export const isZero = (a: Money) => a.minor === 0n
/** The amount, or zero where it is below zero. */
export const atLeastZero = (a: Money): Money => (a.minor < 0n ? zero(a.currency) : a)

/** Below zero, zero or above zero as a is less than, equal to or greater than b. */
export function compare(a: Money, b: Money): -1 | 0 | 1 {
  const other = sameCurrency(a, b)
  return a.minor < other.minor ? -1 : a.minor > other.minor ? 1 : 0
}

/** The total of amounts that all have the given currency; nothing sums to zero. */
export const sum = (amounts: readonly Money[], currency: Currency): Money => amounts.reduce(add, zero(currency))

/** amount × numerator ÷ denominator, rounded once in the named way. */
export function mulDiv(amount: Money, numerator: bigint, denominator: bigint, mode: RoundingMode = 'HALF_UP'): Money {
  return money(roundInteger(rational(amount.minor * numerator, denominator), mode), amount.currency)
}

/** The exact value in currency units, not minor units: 12.50 USD is 25/2. */
export const toRational = (amount: Money): Rational => rational(amount.minor, 10n ** BigInt(scaleOf(amount.currency)))

/** An exact value in currency units rounded once onto the currency's grid. */
export function fromRational(value: Rational, currency: Currency, mode: RoundingMode = 'HALF_UP'): Money {
  return money(roundInteger(rational(value.n * 10n ** BigInt(scaleOf(currency)), value.d), mode), currency)
}

/** amount × factor, rounded once in the named way. */
export const times = (amount: Money, factor: Rational, mode: RoundingMode = 'HALF_UP'): Money =>
  mulDiv(amount, factor.n, factor.d, mode)

/** One claim in a split: its weight, and the due date and number that break a tie. */
export type Share = { weight: bigint; dueDate?: string; number?: string }

/** Splits a total in proportion to the weights: floors first, then one minor unit each to the largest remainders,
 *  ties by due date and then number. The parts, in the order given, always add up to the total. */
export function splitByWeights(total: Money, shares: readonly Share[]): Money[] {
  const weightSum = shares.reduce((all, share) => all + share.weight, 0n)
  if (shares.some((share) => share.weight < 0n) || weightSum === 0n || total.minor < 0n)
    throw new Error('A split needs a total of zero or more and positive weights.')
  const parts = shares.map((share, index) => {
    const exact = total.minor * share.weight
    return { index, share, floor: exact / weightSum, remainder: exact % weightSum }
  })
  const left = total.minor - parts.reduce((all, part) => all + part.floor, 0n)
  const luckiest = [...parts].sort(
    (a, b) => largerFirst(a.remainder, b.remainder) || byDueDateThenNumber(a.share, b.share) || a.index - b.index,
  )
  const bonus = new Set(luckiest.slice(0, Number(left)).map((part) => part.index))
  return parts.map((part) => money(part.floor + (bonus.has(part.index) ? 1n : 0n), total.currency))
}

const largerFirst = (a: bigint, b: bigint) => (a > b ? -1 : a < b ? 1 : 0)
const textOrder = (a = '', b = '') => (a < b ? -1 : a > b ? 1 : 0)
const byDueDateThenNumber = (a: Share, b: Share) => textOrder(a.dueDate, b.dueDate) || textOrder(a.number, b.number)

function sameCurrency(a: Money, b: Money): Money {
  if (a.currency !== b.currency) throw new Error(`Cannot combine ${a.currency} with ${b.currency}.`)
  return b
}
