import type { Calendar } from './calendar.ts'
import { type DayCountCode, dayCounts } from './day-count.ts'
import { simpleInterest } from './interest.ts'
import type { LocalDate } from './local-date.ts'
import type { Money } from './money.ts'
import * as M from './money.ts'
import { graceEndOf, type PenaltyMode, type PenaltyRate, penaltyRateOf } from './overdue.ts'
import type { Rational } from './rational.ts'
import * as Exact from './rational.ts'

// One sum overdue at one rate, by which the tests check what a whole order is charged.

export type OverdueTerms = {
  readonly rate: Rational
  readonly dayCount: DayCountCode
  readonly graceDays: number
  readonly penaltyMode: PenaltyMode
  readonly penalty: PenaltyRate
  readonly calendars: readonly Calendar[]
}
type Overdue = {
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
