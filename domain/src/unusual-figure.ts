import * as Exact from './rational.ts'

/** How many times another figure makes one look like a slip of the decimal point. */
const times = Exact.parseDecimal('10')
/** Percentage points, or units of an amount, below which figures are too small to be compared by their ratio. */
const least = Exact.parseDecimal('1')

const size = (figure: Exact.Rational) => (Exact.cmp(figure, Exact.zero) < 0 ? Exact.sub(Exact.zero, figure) : figure)
const isTimes = (much: Exact.Rational, little: Exact.Rational) =>
  Exact.cmp(little, Exact.zero) > 0 && Exact.cmp(much, Exact.mul(little, times)) >= 0

/**
 * Whether a price or a rate in decimal text is ten times the former one or more, or a tenth of it or less. Of percentages that differ by
 * less than a point it says nothing, since a benchmark near zero moves by many times itself; an exchange rate has no such bound.
 */
export function isFarFrom(former: string | null | undefined, now: string | null | undefined, isExchangeRate = false): boolean {
  if (!former || !now) return false
  const [before, after] = [Exact.parseDecimal(former), Exact.parseDecimal(now)]
  if (!isExchangeRate && Exact.cmp(size(Exact.sub(after, before)), least) < 0) return false
  return isTimes(size(after), size(before)) || isTimes(size(before), size(after))
}
