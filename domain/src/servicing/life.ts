import type { Calendar } from '../calendar.ts'
import type { DayCountCode } from '../day-count.ts'
import type { InterestMethod, InterestSegment } from '../interest.ts'
import { type LocalDate, maxDate, minDate } from '../local-date.ts'
import type { Money } from '../money.ts'
import * as M from '../money.ts'
import { graceEndOf, type PenaltyMode, type PenaltyRate } from '../overdue.ts'
import type { Rational } from '../rational.ts'

/** What a financing was agreed on, as it stood when the money went out. Rates are percent. */
export type ServicingTerms = {
  readonly method: InterestMethod
  readonly dayCount: DayCountCode
  readonly graceDays: number
  readonly penaltyMode: PenaltyMode
  readonly penalty: PenaltyRate
  readonly calendars: readonly Calendar[]
  /** What the funder earns; absent where it earns all of the interest. */
  readonly fundLeg: { readonly rate: Rational; readonly dayCount: DayCountCode } | null
  readonly breakDays: number
  readonly rebateAllowed: boolean
  readonly earlyFeePct: Rational
}
/** The contract rate from a day on. The first period begins with the funding. */
export type RatePeriod = { readonly from: LocalDate; readonly rate: Rational }
export type PrincipalPaid = { readonly on: LocalDate; readonly amount: Money }
/** Discount that an early repayment took out of the books before it was earned. */
export type DiscountReleased = { readonly on: LocalDate; readonly client: Money; readonly fund: Money }

/** One document of a funded order with everything that happened to it since. Lists are in order of value date. */
export type ItemLife = {
  readonly itemId: string
  readonly number: string
  readonly fundedOn: LocalDate
  readonly maturity: LocalDate
  /** Where the interest of the tenor stops: the maturity, or the unadjusted date when only the payment moves. */
  readonly interestTo: LocalDate
  /** The last day without penalty as it was agreed; worked out from the calendars where it was not kept. */
  readonly graceEnd?: LocalDate
  readonly advance: Money
  /** Interest taken at funding, and the funder's part of it; zero in arrears. */
  readonly charged: { readonly client: Money; readonly fund: Money }
  readonly principalPaid: readonly PrincipalPaid[]
  readonly released: readonly DiscountReleased[]
}
export type OrderLife = {
  readonly orderId: string
  readonly currency: string
  readonly terms: ServicingTerms
  readonly rates: readonly RatePeriod[]
  readonly items: readonly ItemLife[]
  /** Value dates of receipts: interest is rounded when it falls due, so a new sum begins with each of them. */
  readonly cuts: readonly LocalDate[]
}

/** The last day on which an item may be paid without penalty. A holiday declared later does not move it. */
export const lastDayOfGrace = ({ maturity, graceEnd }: ItemLife, { graceDays, calendars }: ServicingTerms): LocalDate =>
  graceEnd ?? graceEndOf(maturity, graceDays, calendars)

/** Principal of an item after the payments of a day. */
export const principalOn = ({ advance, principalPaid }: ItemLife, on: LocalDate): Money =>
  principalPaid.reduce((left, paid) => (paid.on <= on ? M.subtract(left, paid.amount) : left), advance)

/** The contract rate that holds on a day; an order without a rate is a bug and throws. */
export function rateOn(rates: readonly RatePeriod[], on: LocalDate): Rational {
  let found: RatePeriod | undefined
  for (const period of rates) if (period.from <= on) found = period
  found ??= rates[0]
  if (!found) throw new Error('A funded order has no rate.')
  return found.rate
}

/** Stretches of one principal and one rate between two days; `held` replaces the principal where it is given. */
export function segmentsBetween(
  item: ItemLife,
  rates: readonly RatePeriod[],
  from: LocalDate,
  to: LocalDate,
  held?: Money,
): InterestSegment[] {
  if (to <= from) return []
  const inside = (date: LocalDate) => date > from && date < to
  const marks = [...rates.map((rate) => rate.from), ...(held ? [] : item.principalPaid.map((paid) => paid.on))].filter(inside)
  const days = [from, ...[...new Set(marks)].sort(), to]
  return days.slice(1).map((end, index) => {
    const start = days[index]!
    return { principal: held ?? principalOn(item, start), ratePercent: rateOn(rates, start), from: start, to: end }
  })
}

/** The days before `on` in which an item bears interest that was not taken at funding. Between an unadjusted end of interest
 *  and the day the payment was moved to there is none; after the maturity it runs again. */
export function interestSpans(
  item: ItemLife,
  method: InterestMethod,
  on: LocalDate,
): (readonly [from: LocalDate, to: LocalDate])[] {
  const late = [maxDate(item.maturity, item.interestTo), on] as const
  return method === 'IN_ADVANCE' ? [late] : [[item.fundedOn, minDate(item.interestTo, on)], late]
}
