import { type DayCountCode, withinPeriod } from './day-count.ts'
import { simpleInterest } from './interest.ts'
import { addDays, type LocalDate } from './local-date.ts'
import type { Money } from './money.ts'
import * as M from './money.ts'
import type { Rational } from './rational.ts'
import * as Exact from './rational.ts'

export type EarlyRebate = {
  /** The discount charged on the part for the days that are given back. */
  readonly unearned: Money
  readonly breakInterest: Money
  /** What the supplier gets back, added to the reserve. */
  readonly rebate: Money
}
/** A discount, and the principal repaid early out of the principal it was taken on. */
export type RepaidEarly = {
  /** The discount taken on the whole advance, less what was given back for days on which no money was out. */
  readonly charged: Money
  readonly advance: Money
  /** Principal before and after the repayment. */
  readonly before: Money
  readonly after: Money
  readonly fundedOn: LocalDate
  readonly repaidOn: LocalDate
  /** Interest is earned up to this day: the repayment, or the end of the minimum number of days. */
  readonly earnedTo: LocalDate
  /** Where the discount ends. */
  readonly interestTo: LocalDate
  /** Percent a year of the break cost. */
  readonly rate: Rational
  readonly dayCount: DayCountCode
  readonly breakDays: number
  readonly rebateAllowed?: boolean
  /** The discount not yet earned in the books; no more than that can be unearned. */
  readonly unearnedLeft?: Money
}
/**
 * The rebate of a discount when principal is repaid early: the discount charged on that part for the days after `earnedTo`, by
 * whatever method, less simple interest for the break days, never below zero. Each sum is the difference of two rounded values,
 * before and after, so that several part payments give back as much as one payment does.
 */
export function earlyRebate({
  charged,
  advance,
  before,
  after,
  fundedOn,
  repaidOn,
  earnedTo,
  interestTo,
  rate,
  dayCount,
  breakDays,
  rebateAllowed = true,
  unearnedLeft,
}: RepaidEarly): EarlyRebate {
  const none = M.zero(charged.currency)
  if (!rebateAllowed || earnedTo >= interestTo || !M.isPositive(advance))
    return { unearned: none, breakInterest: none, rebate: none }
  const part = (from: LocalDate, to: LocalDate) => withinPeriod(dayCount, { start: fundedOn, termination: interestTo }, from, to)
  const whole = part(fundedOn, interestTo)
  const left = Exact.isPositive(whole) ? Exact.div(part(earnedTo, interestTo), whole) : Exact.zero
  const breaking = part(repaidOn, addDays(repaidOn, breakDays))
  const unearnedOf = (principal: Money) =>
    Exact.mul(Exact.mul(M.toRational(charged), left), Exact.div(M.toRational(principal), M.toRational(advance)))
  const rebateOf = (principal: Money) =>
    Exact.max(Exact.sub(unearnedOf(principal), simpleInterest(principal, rate, breaking)), Exact.zero)
  const freed = (raw: (principal: Money) => Rational) =>
    M.subtract(M.fromRational(raw(before), charged.currency), M.fromRational(raw(after), charged.currency))
  const priced = freed(unearnedOf)
  const unearned = unearnedLeft ? M.min(priced, unearnedLeft) : priced
  const rebate = M.min(freed(rebateOf), unearned)
  return { unearned, breakInterest: M.subtract(unearned, rebate), rebate }
}
