import type { Money } from './money.ts'
import * as M from './money.ts'
import type { Rational } from './rational.ts'
import * as Exact from './rational.ts'
import { ok, type Result, refuse } from './result.ts'

/** The rate of two currencies on a day: `rate` is units of `to` for one of `from`, `inverse` the other way. */
export type FxRate = { readonly from: string; readonly to: string; readonly rate: Rational; readonly inverse: Rational }
export type FxRefusal = 'FX_RATE_MISSING'
export type FxConversion = {
  readonly amount: Money
  readonly unrounded: Rational
  readonly operation: 'NONE' | 'MULTIPLY' | 'DIVIDE'
  readonly rate: Rational
}

const smallestRate = Exact.rational(1, 10000)
const keptDecimals = 10

/**
 * One over a rate, exactly rounded half up to ten significant digits and at most the ten decimals that are kept: 7.1 is
 * 0.1408450704. The rate is decimal text above zero.
 */
export function inverseOf(rate: string): string {
  const inverse = Exact.div(Exact.one, Exact.parseDecimal(rate))
  const whole = inverse.n / inverse.d
  const significant = whole === 0n ? keptDecimals : Math.max(0, keptDecimals - String(whole).length)
  return Exact.toShortText(Exact.roundTo(inverse, significant, 'HALF_UP'), keptDecimals)
}

/** Whether two rates are each other's inverse, but for the digits that neither could keep. */
export function isInversePair(rate: string, inverse: string): boolean {
  const [one, other] = [Exact.parseDecimal(rate), Exact.parseDecimal(inverse)]
  return inverseOf(rate) === Exact.toShortText(other) || inverseOf(inverse) === Exact.toShortText(one)
}

/**
 * Whether the figures that were entered keep their digits. A rate below 0.0001 alone has too few; beside its inverse, which
 * conversions use, it has enough. Neither of them is zero.
 */
export function isKeptPair(rate: string, inverse?: string): boolean {
  const entered = [rate, ...(inverse ? [inverse] : [])].map(Exact.parseDecimal)
  return entered.every(Exact.isPositive) && entered.some((one) => Exact.cmp(one, smallestRate) >= 0)
}

/** A new rate that differs from the rate in force by this many percent or more gets a warning. */
const fxWarnPct = 3

/** How far a rate differs from the one in force, in percent of that one with two decimals: 7.35 against 7 is '5.00'. */
export function fxDeviation(rate: string, inForce: string): { readonly pct: string; readonly warns: boolean } {
  const known = Exact.parseDecimal(inForce)
  const change = Exact.div(Exact.sub(Exact.parseDecimal(rate), known), known)
  const pct = Exact.mul(change, Exact.hundred)
  const most = Exact.rational(fxWarnPct)
  return { pct: Exact.toDecimalText(pct, 2), warns: Exact.cmp(pct, most) > 0 || Exact.cmp(pct, Exact.neg(most)) < 0 }
}

/**
 * Converts with the direction that is one or more, multiplying by it or dividing by it: the other direction has lost digits. One
 * yen is 0.0066956813 dollars, but one dollar is 149.35 yen. There is one rate for two currencies.
 */
export function convert(amount: Money, to: string, rates: readonly FxRate[]): Result<FxConversion, FxRefusal> {
  if (amount.currency === to) return ok({ amount, unrounded: M.toRational(amount), operation: 'NONE', rate: Exact.one })
  const known = rates.find(({ from, to: other }) => [from, other].includes(amount.currency) && [from, other].includes(to))
  if (!known) return refuse('FX_RATE_MISSING')
  const [forth, back] = known.to === to ? [known.rate, known.inverse] : [known.inverse, known.rate]
  const multiplies = Exact.cmp(forth, back) >= 0
  const value = M.toRational(amount)
  const unrounded = multiplies ? Exact.mul(value, forth) : Exact.div(value, back)
  return ok({
    amount: M.fromRational(unrounded, to),
    unrounded,
    operation: multiplies ? 'MULTIPLY' : 'DIVIDE',
    rate: multiplies ? forth : back,
  })
}
