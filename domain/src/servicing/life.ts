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
  /** Tax on the early fee, in percent of it. */
  readonly earlyFeeTaxPct: Rational
  /** Funded before the days of a period were counted from its start: each stretch is counted by itself, as it was booked. */
  readonly countsApart?: true
}
/** The contract rate from a day on. The first period begins with the funding. */
export type RatePeriod = { readonly from: LocalDate; readonly rate: Rational }
export type PrincipalPaid = { readonly on: LocalDate; readonly amount: Money }
/**
 * Discount taken out of the books before it was earned: by an early repayment, or at funding (`atFunding`) for the days that a
 * late bank kept the money, on which nothing is ever earned.
 */
export type DiscountReleased = { readonly on: LocalDate; readonly client: Money; readonly fund: Money; readonly atFunding?: true }

/** One document of a funded order with everything that happened to it since. Lists are in order of value date. */
export type ItemLife = {
  readonly itemId: string
  readonly number: string
  readonly fundedOn: LocalDate
  readonly maturity: LocalDate
  /** Where the interest of the tenor stops: the maturity, or the unadjusted date when only the payment moves. */
  readonly interestTo: LocalDate
  /** The day to which interest is charged at least, however soon the item is repaid; absent where no minimum was agreed. */
  readonly leastTo?: LocalDate
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

/** The discount of an item less what was given back at funding, which nobody earns: the client's, or the funder's part. */
export const chargedOn = ({ advance, charged, released }: ItemLife, leg: 'client' | 'fund' = 'client'): Money =>
  M.subtract(
    charged[leg],
    M.sum(
      released.filter(({ atFunding }) => atFunding).map((one) => one[leg]),
      advance.currency,
    ),
  )

/** The contract rate that holds on a day; an order without a rate is a bug and throws. */
export function rateOn(rates: readonly RatePeriod[], on: LocalDate): Rational {
  let found: RatePeriod | undefined
  for (const period of rates) if (period.from <= on) found = period
  found ??= rates[0]
  if (!found) throw new Error('A funded order has no rate.')
  return found.rate
}

/** A segment of a period whose days are counted from the day on which the period began. */
export type CountedSegment = InterestSegment & { readonly countedFrom: LocalDate }
/** Stretches of one principal and one rate between two days, of a period that began on `countedFrom`; `held` replaces the principal
 *  where it is given. */
export function segmentsBetween(
  item: ItemLife,
  rates: readonly RatePeriod[],
  from: LocalDate,
  to: LocalDate,
  { countedFrom = from, held }: { countedFrom?: LocalDate; held?: Money } = {},
): CountedSegment[] {
  if (to <= from) return []
  const inside = (date: LocalDate) => date > from && date < to
  const marks = [...rates.map((rate) => rate.from), ...(held ? [] : item.principalPaid.map((paid) => paid.on))].filter(inside)
  const days = [from, ...[...new Set(marks)].sort(), to]
  return days.slice(1).map((end, index) => {
    const start = days[index]!
    return { principal: held ?? principalOn(item, start), ratePercent: rateOn(rates, start), from: start, to: end, countedFrom }
  })
}

/** The day up to which an item has earned interest by `on`: the least number of days is earned with the funding itself, since
 *  nothing that happens later takes it back. */
export const earnedTo = ({ fundedOn, leastTo }: ItemLife, on: LocalDate): LocalDate =>
  leastTo === undefined || on < fundedOn ? on : maxDate(on, leastTo)

/** The segments before `on` in which an item bears interest that was not taken at funding. The least number of days counts on
 *  the whole advance, whatever was repaid in them. Between an unadjusted end of interest and the day the payment was moved to
 *  there is none; after the maturity it runs again, as a period of its own. */
export function interestSegments(
  item: ItemLife,
  rates: readonly RatePeriod[],
  method: InterestMethod,
  on: LocalDate,
): CountedSegment[] {
  const least = earnedTo(item, item.fundedOn)
  const late = segmentsBetween(item, rates, maxDate(maxDate(item.maturity, item.interestTo), least), on)
  if (method === 'IN_ADVANCE') return late
  const minimum = on < item.fundedOn ? [] : segmentsBetween(item, rates, item.fundedOn, least, { held: item.advance })
  return [
    ...minimum,
    ...segmentsBetween(item, rates, least, minDate(item.interestTo, on), { countedFrom: item.fundedOn }),
    ...late,
  ]
}
