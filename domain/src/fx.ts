import type { Money } from './money.ts'
import * as M from './money.ts'
import type { Rational } from './rational.ts'
import * as Exact from './rational.ts'
import { ok, type Result, refuse } from './result.ts'

/** A stored pair of a day: rate is units of to for one from, inverse the other way; both keep four decimals. */
export type FxRate = { readonly from: string; readonly to: string; readonly rate: Rational; readonly inverse: Rational }
export type FxRefusal = 'FX_RATE_MISSING' | 'FX_RATE_MIN'
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

/** Whether both directions of a pair are large enough to be kept. */
export const isKeptPair = (rate: string, inverse: string): boolean =>
  [rate, inverse].every((one) => Exact.cmp(Exact.parseDecimal(one), smallestRate) >= 0)

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

/** Converts with the stored direction that is one or more, multiplying by it or dividing by it: the other direction has lost
 *  its digits to the four decimals. One yen is 0.0067 dollars, but one dollar is 149.3500 yen. */
export function convert(amount: Money, to: string, rates: readonly FxRate[]): Result<FxConversion, FxRefusal> {
  if (amount.currency === to) return ok({ amount, unrounded: M.toRational(amount), operation: 'NONE', rate: Exact.one })
  const direct = rates.find((one) => one.from === amount.currency && one.to === to)
  const reverse = rates.find((one) => one.from === to && one.to === amount.currency)
  const forth = direct?.rate ?? reverse?.inverse
  const back = direct?.inverse ?? reverse?.rate
  if (!forth || !back) return refuse('FX_RATE_MISSING')
  if (Exact.cmp(forth, smallestRate) < 0 || Exact.cmp(back, smallestRate) < 0) return refuse('FX_RATE_MIN')
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
