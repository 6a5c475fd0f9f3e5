import { adjust, type Calendar } from './calendar.ts'
import { addDays, type LocalDate } from './local-date.ts'
import type { Rational } from './rational.ts'
import * as Exact from './rational.ts'

/** From when a penalty counts once the grace period has passed: the maturity, or the last day of grace. */
export type PenaltyMode = 'RETROACTIVE' | 'PROSPECTIVE'
/** Percent on top of the contract rate, or the contract rate times multiplier − 1. */
export type PenaltyRate = { readonly penaltyMargin: Rational } | { readonly multiplier: Rational }

/** The last day on which a late payment bears no penalty: calendar days after maturity, rolled to a business day. */
export const graceEndOf = (maturity: LocalDate, graceDays: number, calendars: readonly Calendar[]): LocalDate =>
  graceDays === 0 ? maturity : adjust(addDays(maturity, graceDays), 'FOLLOWING', calendars)

/** Percent a year of the penalty alone. */
export const penaltyRateOf = (rate: Rational, penalty: PenaltyRate): Rational =>
  'multiplier' in penalty
    ? Exact.mul(rate, Exact.max(Exact.sub(penalty.multiplier, Exact.one), Exact.zero))
    : penalty.penaltyMargin
