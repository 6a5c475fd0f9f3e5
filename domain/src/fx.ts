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
