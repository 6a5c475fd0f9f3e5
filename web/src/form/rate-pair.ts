import { inverseOf } from '@usance/domain/fx'
import { compareDecimals, parseDecimal, shortDecimal } from '../ui/decimal.ts'

export type RatePair = { rate: string; inverse: string }
export const minRate = '0.0001'

/** What a change of currencies makes of the two rates: equal ones are 1, a missing one or a difference clears them. */
export function ratesFor(
  before: { from?: string; to?: string },
  after: { from?: string; to?: string },
  rates: RatePair,
): RatePair {
  const isEqual = (pair: { from?: string; to?: string }) => Boolean(pair.from) && pair.from === pair.to
  if (!after.from || !after.to) return { rate: '', inverse: '' }
  if (isEqual(after)) return { rate: '1', inverse: '1' }
  return isEqual(before) || before.from !== after.from || before.to !== after.to ? { rate: '', inverse: '' } : rates
}

/** Whether there is a rate to type: two currencies that differ. */
export const showsRate = (from: string | undefined, to: string | undefined): boolean =>
  Boolean(from) && Boolean(to) && from !== to

/** The rate of the other direction; empty while there is no rate above zero. */
export const inverseRate = (rate: string): string =>
  parseDecimal(rate) && compareDecimals(rate, '0') > 0 ? inverseOf(shortDecimal(rate)) : ''
