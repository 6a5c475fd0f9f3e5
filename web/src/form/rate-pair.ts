import { inverseOf } from '@usance/domain/fx'
import { compareDecimals, parseDecimal, shortDecimal } from '../ui/decimal.ts'

export type RatePair = { rate: string; inverse: string }
export const minRate = '0.0001'

type Currencies = { from?: string; to?: string }
/**
 * The two rates after a change of currencies. Equal currencies have the rate 1. A pair that changes or loses a currency loses its
 * rates. Rates of a pair that has just become complete stay: a form that is filled in again brings both at once.
 */
export function ratesFor(before: Currencies, after: Currencies, rates: RatePair): RatePair {
  if (after.from && after.from === after.to) return { rate: '1', inverse: '1' }
  const wasPair = Boolean(before.from && before.to)
  const isSame = before.from === after.from && before.to === after.to
  return !wasPair || isSame ? rates : { rate: '', inverse: '' }
}

/** Whether there is a rate to type: two currencies that differ. */
export const showsRate = (from: string | undefined, to: string | undefined): boolean =>
  Boolean(from) && Boolean(to) && from !== to

/** The rate of the other direction; empty while there is no rate above zero. */
export const inverseRate = (rate: string): string =>
  parseDecimal(rate) && compareDecimals(rate, '0') > 0 ? inverseOf(shortDecimal(rate)) : ''
