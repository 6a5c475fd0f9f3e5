import type { Money } from './money.ts'
import * as M from './money.ts'
import * as Exact from './rational.ts'
import { ok, type Result, refuse } from './result.ts'

export type AdjustableFee = {
  /** As it was agreed. */
  readonly amount: Money
  readonly tax: Money
  /** The agreed rate of tax in percent; null for a fee that was stored without, whose tax follows in proportion. */
  readonly taxPct: Exact.Rational | null
  /** What passed adjustments have changed so far. */
  readonly adjusted: Money
  readonly adjustedTax: Money
  /** It stands in the books; otherwise the adjustment only changes what will be charged. */
  readonly charged: boolean
  /** Fees of the order that are charged and not paid yet. */
  readonly feesDue: Money
}
export type FeeAdjustment = {
  readonly delta: Money
  readonly taxDelta: Money
  /** Fee and tax after the adjustment. */
  readonly net: Money
  /**
   * In percent of the fee as it was agreed: its size, or what it and those before it change together if that is more, so that a large
   * adjustment made in parts counts as a large one. A fee of nothing makes any charge all of it.
   */
  readonly sharePercent: Exact.Rational
  /** Of a credit: what lowers fees still due, and what was paid already and goes back. Both zero for a charge. */
  readonly offDue: Money
  readonly refund: Money
}

/** Fee and tax as they stand after what has passed. */
export const netFee = ({ amount, tax, adjusted, adjustedTax }: Omit<AdjustableFee, 'charged' | 'feesDue' | 'taxPct'>): Money =>
  M.sum([amount, tax, adjusted, adjustedTax], amount.currency)

/** A correction of a fee, plus or minus, before tax; its tax is that of the fee after it less that of the fee before it, each at the
 *  agreed rate and HALF_UP, and a fee waived whole leaves none. A fee never falls below zero. */
export function adjustFee(fee: AdjustableFee, delta: Money): Result<FeeAdjustment, 'AMOUNT_NOT_POSITIVE' | 'FEE_BELOW_ZERO'> {
  const { currency } = fee.amount
  if (M.isZero(delta)) return refuse('AMOUNT_NOT_POSITIVE')
  const before = M.add(fee.amount, fee.adjusted)
  if (M.isNegative(M.add(before, delta))) return refuse('FEE_BELOW_ZERO')
  const waived = M.isZero(M.add(before, delta))
  const taxDelta = waived
    ? M.negate(M.add(fee.tax, fee.adjustedTax))
    : fee.taxPct !== null
      ? M.subtract(M.times(M.add(before, delta), Exact.percent(fee.taxPct)), M.times(before, Exact.percent(fee.taxPct)))
      : M.isZero(fee.amount)
        ? M.zero(currency)
        : M.times(delta, Exact.div(M.toRational(fee.tax), M.toRational(fee.amount)))
  const whole = M.add(delta, taxDelta)
  const credit = M.isNegative(whole) ? M.negate(whole) : M.zero(currency)
  const offDue = fee.charged ? M.min(credit, M.atLeastZero(fee.feesDue)) : M.zero(currency)
  const sizeOf = (change: Money) => (M.isNegative(change) ? M.negate(change) : change)
  const size = M.max(sizeOf(delta), sizeOf(M.add(fee.adjusted, delta)))
  return ok({
    delta,
    taxDelta,
    net: M.add(netFee(fee), whole),
    sharePercent: M.isZero(fee.amount)
      ? Exact.hundred
      : Exact.mul(Exact.div(M.toRational(size), M.toRational(fee.amount)), Exact.hundred),
    offDue,
    refund: fee.charged ? M.subtract(credit, offDue) : M.zero(currency),
  })
}
