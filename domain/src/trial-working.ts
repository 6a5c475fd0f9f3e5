import type { FinanceDocument } from './eligibility.ts'
import type { Fee } from './fees.ts'
import type { BaseRateFixing } from './interest.ts'
import type { LocalDate } from './local-date.ts'
import { type Money, toRational } from './money.ts'
import type { Rational } from './rational.ts'
import * as Exact from './rational.ts'
import type { Applied } from './trial-apply.ts'
import type { TrialBuyer, TrialInput, TrialItem } from './trial-types.ts'

/** Everything between the input and the answer that the explanation shows again. */
export type TrialWorking = {
  readonly input: TrialInput
  readonly fixing: BaseRateFixing | null
  readonly baseRate: Rational
  readonly rate: Rational
  readonly applied: readonly PricedItem[]
  readonly fees: readonly Fee[]
}
export type PricedItem = Applied & {
  /** The day interest is charged to, after minInterestDays. */
  readonly chargedTo: LocalDate
  readonly days: number
  readonly fraction: Rational
  /** The part of a year for which the money is out, from the payment to the maturity, in the product's day count. */
  readonly outFraction: Rational
  readonly interestRaw: Rational
  readonly interest: Money
}

/**
 * Σ (net × part of a year), in currency units: the money received, for the time it is out. Minimum days (minInterestDays) are
 * charged and are no time in which money is out.
 */
export const weightedNet = (items: readonly TrialItem[], priced: readonly PricedItem[]): Rational =>
  Exact.sum(items.map((item, index) => Exact.mul(toRational(item.net), priced[index]!.outFraction)))

/** The buyer behind a document, as the trial judges it. */
export const buyerOf = (input: TrialInput, { buyerId }: Pick<FinanceDocument, 'buyerId'>): TrialBuyer =>
  (buyerId === undefined ? undefined : input.buyers?.[buyerId]) ?? input
