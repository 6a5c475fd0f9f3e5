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
  /**
   * The order was funded before the day count ran from the start of its period: each stretch is counted by itself, as it was
   * booked.
   */
  readonly countsApart?: true
}
/** The contract rate from a day on. The first period begins with the funding. */
export type RatePeriod = { readonly from: LocalDate; readonly rate: Rational }
type PrincipalPaid = { readonly on: LocalDate; readonly amount: Money }
/**
 * Discount released before it was earned: by an early repayment, or at funding (`atFunding`) for the days by which a bank paid
 * late, on which nothing is earned.
 */
type DiscountReleased = { readonly on: LocalDate; readonly client: Money; readonly fund: Money; readonly atFunding?: true }

/** One document of a funded order with everything that happened to it since. Lists are in order of value date. */
export type ItemLife = {
  readonly itemId: string
  readonly number: string
  readonly fundedOn: LocalDate
  readonly maturity: LocalDate
  /** Where the interest of the tenor stops: the maturity, or the unadjusted date when only the payment moves. */
  readonly interestTo: LocalDate
  /** Interest is charged at least to this day, however soon the item is repaid; absent where no minimum was agreed. */
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
  /** Value dates of payments of principal or interest: interest is rounded when it falls due, so a new sum begins with each of them. */
  readonly cuts: readonly LocalDate[]
}

/** The last day on which an item may be paid without penalty. A holiday declared later does not move it. */
export const lastDayOfGrace = ({ maturity, graceEnd }: ItemLife, { graceDays, calendars }: ServicingTerms): LocalDate =>
  graceEnd ?? graceEndOf(maturity, graceDays, calendars)

/** Principal of an item after the payments of a day. */
export const principalOn = ({ advance, principalPaid }: ItemLife, on: LocalDate): Money =>
  principalPaid.reduce((left, paid) => (paid.on <= on ? M.subtract(left, paid.amount) : left), advance)

/** Principal of an item after every payment, whatever its day. */
export const principalLeft = ({ advance, principalPaid }: ItemLife): Money =>
  principalPaid.reduce((left, { amount }) => M.subtract(left, amount), advance)

/** Whether the principal of an item exceeds what its buyer still owes on it. */
export const hasUncoveredPrincipal = ({ items, currency }: OrderLife, owes: ReadonlyMap<string, Money>): boolean =>
  items.some((item) => M.exceeds(principalLeft(item), owes.get(item.itemId) ?? M.zero(currency)))

/** The discount of an item less the part given back at funding, which nobody earns: the client's, or the funder's part. */
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

/** A segment of a period; its days are counted from the first day of the period. */
export type CountedSegment = InterestSegment & { readonly countedFrom: LocalDate }
/**
 * Stretches of one principal and one rate between two days of a period that began on `countedFrom`; a given `held` replaces the
 * principal.
 */
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

/**
 * The day up to which an item has earned interest by `on`. The minimum days are earned at funding, since no later event takes
 * them back.
 */
export const earnedTo = ({ fundedOn, leastTo }: ItemLife, on: LocalDate): LocalDate =>
  leastTo === undefined || on < fundedOn ? on : maxDate(on, leastTo)

/** The contract rate that a day of an item bears: the least number of days keeps the rate of the funding. */
export const rateOfDay = (item: ItemLife, rates: readonly RatePeriod[], day: LocalDate): Rational =>
  rateOn(rates, day < earnedTo(item, item.fundedOn) ? item.fundedOn : day)

/** The rates that an item bears: those of its order, and that of the funding as long as its least number of days lasts. */
export function ratesOf(item: ItemLife, rates: readonly RatePeriod[]): readonly RatePeriod[] {
  const least = earnedTo(item, item.fundedOn)
  if (least <= item.fundedOn) return rates
  const at = (from: LocalDate, day: LocalDate) => ({ from, rate: rateOn(rates, day) })
  return [at(item.fundedOn, item.fundedOn), at(least, least), ...rates.filter(({ from }) => from > least)]
}

/**
 * The segments before `on` with interest that was not taken at funding. The minimum days count on the whole advance at the rate of
 * the funding, whatever is repaid or reset in them. No interest runs between an unadjusted end of interest and the moved payment
 * day. After the maturity it runs again, as a period of its own.
 */
export function interestSegments(
  item: ItemLife,
  rates: readonly RatePeriod[],
  method: InterestMethod,
  on: LocalDate,
): CountedSegment[] {
  const least = earnedTo(item, item.fundedOn)
  const late = segmentsBetween(item, rates, maxDate(maxDate(item.maturity, item.interestTo), least), on)
  if (method === 'IN_ADVANCE') return late
  const agreed = [{ from: item.fundedOn, rate: rateOn(rates, item.fundedOn) }]
  const minimum = on < item.fundedOn ? [] : segmentsBetween(item, agreed, item.fundedOn, least, { held: item.advance })
  return [
    ...minimum,
    ...segmentsBetween(item, rates, least, minDate(item.interestTo, on), { countedFrom: item.fundedOn }),
    ...late,
  ]
}
