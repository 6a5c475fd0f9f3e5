import { inverseOf } from '@usance/domain/fx'
import { compareDecimals, parseDecimal, shortDecimal } from '../ui/decimal.ts'

export type RatePair = { rate: string; inverse: string }
export const minRate = '0.0001'

/**
 * What a change of currencies makes of the two rates: equal ones are 1; a pair that is lost or becomes another one clears them.
 * Rates that stand where no pair was have come with the pair, as from a form that is filled in again.
 */
export function ratesFor(
  before: { from?: string; to?: string },
  after: { from?: string; to?: string },
  rates: RatePair,
): RatePair {
  const isEqual = (pair: { from?: string; to?: string }) => Boolean(pair.from) && pair.from === pair.to
  const none = { rate: '', inverse: '' }
  const wasPair = Boolean(before.from) && Boolean(before.to)
  if (!after.from || !after.to) return wasPair ? none : rates
  if (isEqual(after)) return { rate: '1', inverse: '1' }
  if (!wasPair) return rates
  return isEqual(before) || before.from !== after.from || before.to !== after.to ? none : rates
}

/** Whether there is a rate to type: two currencies that differ. */
export const showsRate = (from: string | undefined, to: string | undefined): boolean =>
  Boolean(from) && Boolean(to) && from !== to

/** The rate of the other direction; empty while there is no rate above zero. */
export const inverseRate = (rate: string): string =>
  parseDecimal(rate) && compareDecimals(rate, '0') > 0 ? inverseOf(shortDecimal(rate)) : ''
