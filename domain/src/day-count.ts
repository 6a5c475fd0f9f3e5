import {
  addMonths,
  addYears,
  daysBetween,
  daysInYear,
  isEndOfMonth,
  isLeapYear,
  type LocalDate,
  localDate,
  partsOf,
} from './local-date.ts'
import { add, mul, type Rational, rational, sub } from './rational.ts'

/** Days counted between two dates and the part of a year they make, unrounded. */
type YearFraction = { readonly days: number; readonly fraction: Rational }
/** What some conventions need besides the two dates. */
type DayCountContext = {
  readonly referenceStart?: LocalDate
  readonly referenceEnd?: LocalDate
  readonly termination?: LocalDate
}
/** A market convention: the first day is counted, the last is not. */
export type DayCount = {
  readonly code: DayCountCode
  /** The name the market uses. */
  readonly name: string
  /** Where the convention is defined. */
  readonly definition: string
  readonly measure: (from: LocalDate, to: LocalDate, context?: DayCountContext) => YearFraction
}

export const dayCountCodes = [
  'ACT_360',
  'ACT_365F',
  '30_360',
  '30E_360',
  'ACT_364',
  'ACT_365_25',
  'ACT_365A',
  'NL_360',
  'NL_365',
  'ACT_ACT_ISDA',
  'ACT_ACT_ICMA',
  'ACT_ACT_AFB',
  'ACT_ACT_YEAR',
  '30E_360_ISDA',
  '30_360_US',
  '30_360_PSA',
  '30E_PLUS_360',
  '30E_365',
  '30_365',
  'ONE_ONE',
] as const
export type DayCountCode = (typeof dayCountCodes)[number]

const over = (days: number, n: number, d = 1): YearFraction => ({ days, fraction: rational(BigInt(days) * BigInt(d), BigInt(n)) })
const actual =
  (n: number, d = 1) =>
  (from: LocalDate, to: LocalDate) =>
    over(daysBetween(from, to), n, d)

const act360: DayCount = {
  code: 'ACT_360',
  name: 'ACT/360',
  definition: '2006 ISDA Definitions, section 4.16(e)',
  measure: actual(360),
}
const act365f: DayCount = {
  code: 'ACT_365F',
  name: 'ACT/365F',
  definition: '2006 ISDA Definitions, section 4.16(d)',
  measure: actual(365),
}
const act364: DayCount = {
  code: 'ACT_364',
  name: 'ACT/364',
  definition: 'Actual days over 364, 52 weeks of 7 days',
  measure: actual(364),
}
const act36525: DayCount = {
  code: 'ACT_365_25',
  name: 'ACT/365.25',
  definition: 'Actual days over the Julian year of 365.25',
  measure: actual(1461, 4),
}

const act365Actual: DayCount = {
  code: 'ACT_365A',
  name: 'ACT/365 Actual',
  definition: 'Actual days over 366 if a 29 February lies after the start and not after the end, else 365',
  measure: (from, to) => over(daysBetween(from, to), leapDaysBetween(from, to) > 0 ? 366 : 365),
}
const nl360: DayCount = {
  code: 'NL_360',
  name: 'NL/360',
  definition: 'Actual days without any 29 February, over 360',
  measure: (from, to) => over(daysBetween(from, to) - leapDaysBetween(from, to), 360),
}
const nl365: DayCount = {
  code: 'NL_365',
  name: 'NL/365',
  definition: 'Actual days without any 29 February, over 365',
  measure: (from, to) => over(daysBetween(from, to) - leapDaysBetween(from, to), 365),
}

const actActIsda: DayCount = {
  code: 'ACT_ACT_ISDA',
  name: 'ACT/ACT ISDA',
  definition: '2006 ISDA Definitions, section 4.16(b): days in leap years over 366, the others over 365',
  measure: (from, to) => {
    let fraction = rational(0)
    for (let start = from; start < to; ) {
      const { year } = partsOf(start)
      const nextYear = localDate(year + 1, 1, 1)
      const end = nextYear < to ? nextYear : to
      fraction = add(fraction, rational(daysBetween(start, end), daysInYear(year)))
      start = end
    }
    return { days: daysBetween(from, to), fraction }
  },
}
const actActIcma: DayCount = {
  code: 'ACT_ACT_ICMA',
  name: 'ACT/ACT ICMA',
  definition: 'ICMA Rule 251: days over the days of the regular period, times the part of a year that period is',
  measure: (from, to, { referenceStart, referenceEnd } = {}) => {
    if (!referenceStart || !referenceEnd || from < referenceStart || to > referenceEnd)
      throw new Error('ACT/ACT ICMA needs a regular period that holds both dates.')
    let months = 1
    while (addMonths(referenceStart, months) < referenceEnd) months += 1
    const days = daysBetween(from, to)
    return { days, fraction: mul(rational(days, daysBetween(referenceStart, referenceEnd)), rational(months, 12)) }
  },
}
const actActAfb: DayCount = {
  code: 'ACT_ACT_AFB',
  name: 'ACT/ACT AFB',
  definition: 'AFB Master Agreement 1994: whole years counted back from the end, the rest over 366 if it holds a 29 February',
  measure: (from, to) => {
    let years = 0
    let end = to
    for (let earlier = yearBack(to, 1); earlier >= from; earlier = yearBack(to, years + 1)) {
      years += 1
      end = earlier
    }
    const hasLeapDay = [partsOf(from).year, partsOf(end).year].some(
      (year) => isLeapYear(year) && from <= localDate(year, 2, 29) && localDate(year, 2, 29) < end,
    )
    return {
      days: daysBetween(from, to),
      fraction: add(rational(years), rational(daysBetween(from, end), hasLeapDay ? 366 : 365)),
    }
  },
}
const actActYear: DayCount = {
  code: 'ACT_ACT_YEAR',
  name: 'ACT/ACT Year',
  definition: 'Whole years from the start, the rest over the days of the year that begins where they end',
  measure: (from, to) => {
    let years = 0
    while (addYears(from, years + 1) <= to) years += 1
    const start = addYears(from, years)
    const fraction = add(rational(years), rational(daysBetween(start, to), daysBetween(start, addYears(from, years + 1))))
    return { days: daysBetween(from, to), fraction }
  },
}
const oneOne: DayCount = {
  code: 'ONE_ONE',
  name: '1/1',
  definition: '2006 ISDA Definitions, section 4.16(a)',
  measure: () => over(1, 1),
}

type Days = { from: number; to: number }
// All 30/360 conventions differ only in which days of the month they turn into 30 first.
const thirty =
  (basis: number, days: (from: LocalDate, to: LocalDate, context: DayCountContext) => Days) =>
  (from: LocalDate, to: LocalDate, context: DayCountContext = {}) => {
    const [a, b, day] = [partsOf(from), partsOf(to), days(from, to, context)]
    return over(360 * (b.year - a.year) + 30 * (b.month - a.month) + (day.to - day.from), basis)
  }
const dayOf = (date: LocalDate) => partsOf(date).day
const capped = (day: number) => Math.min(day, 30)
const isLastOfFebruary = (date: LocalDate) => partsOf(date).month === 2 && isEndOfMonth(date)

const bondBasisDays = (from: LocalDate, to: LocalDate): Days => {
  const start = capped(dayOf(from))
  return { from: start, to: start === 30 ? capped(dayOf(to)) : dayOf(to) }
}
const eurobondDays = (from: LocalDate, to: LocalDate): Days => ({ from: capped(dayOf(from)), to: capped(dayOf(to)) })

const thirty360: DayCount = {
  code: '30_360',
  name: '30/360 (bond basis)',
  definition: '2006 ISDA Definitions, section 4.16(f)',
  measure: thirty(360, bondBasisDays),
}
const thirtyE360: DayCount = {
  code: '30E_360',
  name: '30E/360',
  definition: '2006 ISDA Definitions, section 4.16(g)',
  measure: thirty(360, eurobondDays),
}
const thirtyE360Isda: DayCount = {
  code: '30E_360_ISDA',
  name: '30E/360 ISDA',
  definition: '2006 ISDA Definitions, section 4.16(h): the end of February is 30 too, except as the last day of the contract',
  measure: thirty(360, (from, to, { termination }) => ({
    from: isLastOfFebruary(from) ? 30 : capped(dayOf(from)),
    to: isLastOfFebruary(to) && to !== termination ? 30 : capped(dayOf(to)),
  })),
}
const thirty360Us: DayCount = {
  code: '30_360_US',
  name: '30/360 US',
  definition: 'SIA Standard Securities Calculation Methods: bond basis with both ends of February as 30',
  measure: thirty(360, (from, to) => {
    const start = isLastOfFebruary(from) ? 30 : capped(dayOf(from))
    const end = isLastOfFebruary(from) && isLastOfFebruary(to) ? 30 : dayOf(to)
    return { from: start, to: start === 30 ? capped(end) : end }
  }),
}
const thirty360Psa: DayCount = {
  code: '30_360_PSA',
  name: '30/360 PSA',
  definition: 'PSA Standard Formulas: bond basis with a start on the last of February as 30',
  measure: thirty(360, (from, to) => {
    const start = isLastOfFebruary(from) ? 30 : capped(dayOf(from))
    return { from: start, to: start === 30 ? capped(dayOf(to)) : dayOf(to) }
  }),
}
const thirtyEPlus360: DayCount = {
  code: '30E_PLUS_360',
  name: '30E+/360',
  definition: 'Eurobond basis in which an end on the 31st is the first of the next month',
  measure: thirty(360, (from, to) => ({ from: capped(dayOf(from)), to: dayOf(to) })),
}
const thirtyE365: DayCount = {
  code: '30E_365',
  name: '30E/365',
  definition: 'Eurobond days over 365, with both ends of February as 30',
  measure: thirty(365, (from, to) => ({
    from: isLastOfFebruary(from) ? 30 : capped(dayOf(from)),
    to: isLastOfFebruary(to) ? 30 : capped(dayOf(to)),
  })),
}
const thirty365: DayCount = {
  code: '30_365',
  name: '30/365',
  definition: 'Bond basis days over 365',
  measure: thirty(365, bondBasisDays),
}

/** Every convention by its code. */
export const dayCounts: Readonly<Record<DayCountCode, DayCount>> = {
  ACT_360: act360,
  ACT_365F: act365f,
  '30_360': thirty360,
  '30E_360': thirtyE360,
  ACT_364: act364,
  ACT_365_25: act36525,
  ACT_365A: act365Actual,
  NL_360: nl360,
  NL_365: nl365,
  ACT_ACT_ISDA: actActIsda,
  ACT_ACT_ICMA: actActIcma,
  ACT_ACT_AFB: actActAfb,
  ACT_ACT_YEAR: actActYear,
  '30E_360_ISDA': thirtyE360Isda,
  '30_360_US': thirty360Us,
  '30_360_PSA': thirty360Psa,
  '30E_PLUS_360': thirtyEPlus360,
  '30E_365': thirtyE365,
  '30_365': thirty365,
  ONE_ONE: oneOne,
}

/**
 * The part of a year between two days of a period that began on `start`: the year fraction from the start to the later day, less
 * the one to the earlier day. The parts of a split period therefore add up to the whole.
 */
export const withinPeriod = (
  code: DayCountCode,
  { start, termination }: CountedPeriod,
  from: LocalDate,
  to: LocalDate,
): Rational => {
  // A period that starts at the end of the tenor, as late interest does, has another end.
  const context = termination !== undefined && start < termination ? { termination } : {}
  const upTo = (day: LocalDate) => dayCounts[code].measure(start, day, context).fraction
  return sub(upTo(to), upTo(from))
}
/** A period whose days are counted from its start; its termination is the last day of the tenor. */
export type CountedPeriod = { readonly start: LocalDate; readonly termination?: LocalDate | undefined }

/** A funder's day base 360 or 365 as a day count. */
export const dayCountOfBase = (dayBase: 360 | 365): DayCountCode => (dayBase === 365 ? 'ACT_365F' : 'ACT_360')

// 29 Februaries after the start and not after the end.
function leapDaysBetween(from: LocalDate, to: LocalDate): number {
  let count = 0
  for (let year = partsOf(from).year; year <= partsOf(to).year; year += 1)
    if (isLeapYear(year) && from < localDate(year, 2, 29) && localDate(year, 2, 29) <= to) count += 1
  return count
}

// The AFB rule: a year back from 28 February of a common year lands on 29 February of a leap year.
function yearBack(date: LocalDate, years: number): LocalDate {
  const moved = addYears(date, -years)
  const { year, month, day } = partsOf(moved)
  return month === 2 && day === 28 && isLeapYear(year) && isEndOfMonth(date) ? localDate(year, 2, 29) : moved
}
