import { adjust, type Calendar } from './calendar.ts'
import { type DayCountCode, dayCounts } from './day-count.ts'
import { simpleInterest } from './interest.ts'
import { addDays, type LocalDate } from './local-date.ts'
import type { Money } from './money.ts'
import * as M from './money.ts'
import type { Rational } from './rational.ts'
import * as Exact from './rational.ts'

/** From when a penalty counts once the grace period has passed: the maturity, or the last day of grace. */
export type PenaltyMode = 'RETROACTIVE' | 'PROSPECTIVE'
/** Percent on top of the contract rate, or the contract rate times multiplier − 1. */
export type PenaltyRate = { readonly penaltyMargin: Rational } | { readonly multiplier: Rational }
export type OverdueTerms = {
  readonly rate: Rational
  readonly dayCount: DayCountCode
  readonly graceDays: number
  readonly penaltyMode: PenaltyMode
  readonly penalty: PenaltyRate
  readonly calendars: readonly Calendar[]
}
export type Overdue = {
  readonly daysLate: number
  readonly graceEnd: LocalDate
  readonly inGrace: boolean
  readonly interest: Money
  readonly interestRaw: Rational
  readonly penaltyRate: Rational
  readonly penaltyFrom: LocalDate | null
  readonly penalty: Money
  readonly penaltyRaw: Rational
  /** Overdue principal with interest since maturity and penalty. */
  readonly payoff: Money
}

/** The last day on which a late payment bears no penalty: calendar days after maturity, rolled to a business day. */
export const graceEndOf = (maturity: LocalDate, graceDays: number, calendars: readonly Calendar[]): LocalDate =>
  graceDays === 0 ? maturity : adjust(addDays(maturity, graceDays), 'FOLLOWING', calendars)

/** Percent a year of the penalty alone. */
export const penaltyRateOf = (rate: Rational, penalty: PenaltyRate): Rational =>
  'multiplier' in penalty
    ? Exact.mul(rate, Exact.max(Exact.sub(penalty.multiplier, Exact.one), Exact.zero))
    : penalty.penaltyMargin

/** What overdue principal costs from its maturity to a day: interest at the contract rate and, after the grace period, a
 *  penalty. Neither bears interest itself. */
export function overdueOn(principal: Money, maturity: LocalDate, on: LocalDate, terms: OverdueTerms): Overdue {
  const { currency } = principal
  const measure = (from: LocalDate) => dayCounts[terms.dayCount].measure(from, on)
  const graceEnd = graceEndOf(maturity, terms.graceDays, terms.calendars)
  const penaltyRate = penaltyRateOf(terms.rate, terms.penalty)
  const isLate = on > maturity
  const penaltyFrom = on > graceEnd ? (terms.penaltyMode === 'RETROACTIVE' ? maturity : graceEnd) : null
  const interestRaw = isLate ? simpleInterest(principal, terms.rate, measure(maturity).fraction) : Exact.zero
  const penaltyRaw = penaltyFrom ? simpleInterest(principal, penaltyRate, measure(penaltyFrom).fraction) : Exact.zero
  const interest = M.fromRational(interestRaw, currency)
  const penalty = M.fromRational(penaltyRaw, currency)
  return {
    daysLate: isLate ? measure(maturity).days : 0,
    graceEnd,
    inGrace: isLate && on <= graceEnd,
    interest,
    interestRaw,
    penaltyRate,
    penaltyFrom,
    penalty,
    penaltyRaw,
    payoff: M.sum([principal, interest, penalty], currency),
  }
}
