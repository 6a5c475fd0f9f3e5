import { type DayCountCode, dayCounts } from './day-count.ts'
import { type InterestSegment, interestOf, simpleInterest } from './interest.ts'
import { addDays, type LocalDate } from './local-date.ts'
import type { Money } from './money.ts'
import * as M from './money.ts'
import { percent, type Rational } from './rational.ts'

export type EarlyRebate = {
  readonly remainingDays: number
  /** Prepaid × rate × remaining part of a year: interest charged in advance that is not earned. */
  readonly unearned: Money
  readonly breakInterest: Money
  /** What the supplier gets back, added to the reserve. */
  readonly rebate: Money
}
/** What comes back of a discount when principal is repaid before maturity: unearned interest less break days' interest,
 *  never below zero. unearnedLeft is the discount not yet earned in the books; no more than that can be unearned. */
export function earlyRebate(
  prepaid: Money,
  {
    rate,
    dayCount,
    repaidOn,
    maturity,
    breakDays,
    rebateAllowed = true,
    unearnedLeft,
  }: {
    rate: Rational
    dayCount: DayCountCode
    repaidOn: LocalDate
    maturity: LocalDate
    breakDays: number
    rebateAllowed?: boolean
    unearnedLeft?: Money
  },
): EarlyRebate {
  const none = M.zero(prepaid.currency)
  const remaining = dayCounts[dayCount].measure(repaidOn, maturity)
  if (!rebateAllowed || repaidOn >= maturity)
    return { remainingDays: Math.max(remaining.days, 0), unearned: none, breakInterest: none, rebate: none }
  const priced = M.fromRational(simpleInterest(prepaid, rate, remaining.fraction), prepaid.currency)
  const unearned = unearnedLeft ? M.min(priced, unearnedLeft) : priced
  const breakFraction = dayCounts[dayCount].measure(repaidOn, addDays(repaidOn, breakDays)).fraction
  const breakInterest = M.min(unearned, M.fromRational(simpleInterest(prepaid, rate, breakFraction), prepaid.currency))
  return { remainingDays: remaining.days, unearned, breakInterest, rebate: M.subtract(unearned, breakInterest) }
}

export type EarlyPayoff = { readonly interest: Money; readonly earlyFee: Money; readonly payoff: Money }
/** What settles a financing in arrears before maturity: principal, interest of the segments to date, and the early fee in
 *  percent of the principal. */
export function earlyPayoff(
  principal: Money,
  segments: readonly InterestSegment[],
  dayCount: DayCountCode,
  earlyFeePct: Rational,
): EarlyPayoff {
  const interest = interestOf(segments, dayCount, principal.currency).amount
  const earlyFee = M.times(principal, percent(earlyFeePct))
  return { interest, earlyFee, payoff: M.sum([principal, interest, earlyFee], principal.currency) }
}
