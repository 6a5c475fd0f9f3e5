import { ok, type Result, refuse } from './result.ts'

/** An exact fraction in lowest terms; the sign is in n and d is above zero. */
export type Rational = { readonly n: bigint; readonly d: bigint }

/** HALF_UP rounds a half away from zero, DOWN cuts towards zero, UP goes away from it, FLOOR to the lower side. */
export type RoundingMode = 'HALF_UP' | 'DOWN' | 'UP' | 'FLOOR'

/** The fraction n/d in lowest terms; a zero denominator is a bug and throws. */
export function rational(n: bigint | number, d: bigint | number = 1n): Rational {
  const numerator = BigInt(n)
  const denominator = BigInt(d)
  if (denominator === 0n) throw new Error('A fraction cannot have a zero denominator.')
  const divisor = gcd(abs(numerator), abs(denominator)) * (denominator < 0n ? -1n : 1n)
  return { n: numerator / divisor, d: denominator / divisor }
}

export const zero: Rational = { n: 0n, d: 1n }
export const one: Rational = { n: 1n, d: 1n }
export const hundred: Rational = { n: 100n, d: 1n }

export const add = (a: Rational, b: Rational): Rational => rational(a.n * b.d + b.n * a.d, a.d * b.d)
export const sub = (a: Rational, b: Rational): Rational => rational(a.n * b.d - b.n * a.d, a.d * b.d)
export const mul = (a: Rational, b: Rational): Rational => rational(a.n * b.n, a.d * b.d)
export const div = (a: Rational, b: Rational): Rational => rational(a.n * b.d, a.d * b.n)
export const neg = (a: Rational): Rational => ({ n: -a.n, d: a.d })

/** Below zero, zero or above zero as a is less than, equal to or greater than b. */
export function cmp(a: Rational, b: Rational): -1 | 0 | 1 {
  const difference = a.n * b.d - b.n * a.d
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}
export const equals = (a: Rational, b: Rational) => cmp(a, b) === 0
export const min = (a: Rational, b: Rational): Rational => (cmp(b, a) < 0 ? b : a)
export const max = (a: Rational, b: Rational): Rational => (cmp(b, a) > 0 ? b : a)
export const isZero = (a: Rational) => a.n === 0n
export const isNegative = (a: Rational) => a.n < 0n
export const isPositive = (a: Rational) => a.n > 0n
export const sum = (all: readonly Rational[]): Rational => all.reduce(add, zero)

/** 6.8 percent is 6.8/100. */
export const percent = (rate: Rational): Rational => div(rate, hundred)

/** The exact value of plain decimal text such as '6.8' or '-0.25'; exponents, blanks and words are refused. */
export function tryParseDecimal(text: string): Result<Rational, 'NOT_A_DECIMAL'> {
  const match = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/.exec(text)
  if (!match) return refuse('NOT_A_DECIMAL')
  const [, sign = '', whole = '', part = ''] = match
  return ok(rational(BigInt(`${sign}${whole}${part}`), 10n ** BigInt(part.length)))
}

/** The exact value of decimal text the program itself wrote; anything else is a bug and throws. */
export function parseDecimal(text: string): Rational {
  const parsed = tryParseDecimal(text)
  if (!parsed.ok) throw new Error(`Not a decimal: ${JSON.stringify(text)}.`)
  return parsed.value
}

/** n/d as a whole number, rounded in the named way. */
export function roundInteger({ n, d }: Rational, mode: RoundingMode): bigint {
  const cut = n / d
  const rest = n - cut * d
  if (rest === 0n) return cut
  const away = n < 0n ? cut - 1n : cut + 1n
  if (mode === 'UP') return away
  if (mode === 'FLOOR') return n < 0n ? away : cut
  if (mode === 'HALF_UP') return abs(rest) * 2n >= d ? away : cut
  return cut
}

/** The fraction rounded to that many decimals, as a fraction again. */
export function roundTo(value: Rational, scale: number, mode: RoundingMode): Rational {
  const unit = 10n ** BigInt(scale)
  return rational(roundInteger(rational(value.n * unit, value.d), mode), unit)
}

/** Decimal text with exactly that many decimals: 1/3 at 4 is '0.3333'. */
export function toDecimalText(value: Rational, scale: number, mode: RoundingMode = 'HALF_UP'): string {
  return minorToText(roundInteger(rational(value.n * 10n ** BigInt(scale), value.d), mode), scale)
}

/** Decimal text without the zeros that end its fraction: 12.500 is 12.5, 100 stays 100. */
export const withoutZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** The shortest decimal text of a value that has one ('6.8'); otherwise rounded to maxScale decimals. */
export function toShortText(value: Rational, maxScale = 10): string {
  return withoutZeros(toDecimalText(value, maxScale))
}

/** A whole number of units of 10^-scale as decimal text: 1234 at 2 is '12.34'. */
export function minorToText(minor: bigint, scale: number): string {
  const digits = abs(minor)
    .toString()
    .padStart(scale + 1, '0')
  const sign = minor < 0n ? '-' : ''
  if (scale === 0) return sign + digits
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

const abs = (value: bigint) => (value < 0n ? -value : value)

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b]
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}
