import { compareDecimals, cutDecimals, parseDecimal } from '../ui/decimal.ts'

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

/** One over a rate with ten significant digits, exactly rounded half up; empty for what is no positive figure. */
export function inverseRate(rate: string): string {
  const parts = parseDecimal(rate)
  if (!parts || compareDecimals(rate, '0') <= 0) return ''
  const scale = parts.fraction.length
  const figure = BigInt(parts.whole + parts.fraction)
  // 1/rate with 24 decimals in whole numbers, then cut to ten significant digits.
  const extra = 24n
  const digits = ((10n ** (BigInt(scale) + extra) * 2n) / figure + 1n) / 2n
  const text = digits.toString().padStart(Number(extra) + 1, '0')
  const plain = `${text.slice(0, -Number(extra))}.${text.slice(-Number(extra))}`
  const whole = plain.split('.')[0]!
  const leading = whole === '0' ? -/^0*/.exec(plain.split('.')[1]!)![0].length : whole.length
  const kept = Math.max(0, 10 - leading)
  return cutDecimals(plain, kept).replace(/\.?0+$/, (end) => (end.startsWith('.') ? '' : end.replace(/0+$/, '')))
}

/** A typed rate is never below the smallest one that can be shown. */
export const settleRate = (rate: string): string =>
  rate !== '' && parseDecimal(rate) && compareDecimals(rate, minRate) < 0 ? minRate : rate
