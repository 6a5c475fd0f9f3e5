/** A calendar day without time or zone, 'YYYY-MM-DD'. Text order is calendar order. */
export type LocalDate = string
export type YearMonthDay = { year: number; month: number; day: number }

export const isLeapYear = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
const daysInMonth = (year: number, month: number) =>
  month === 2 ? (isLeapYear(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
export const daysInYear = (year: number) => (isLeapYear(year) ? 366 : 365)

/** The years of days that people enter: a calculation backwards or forwards from them stays within the calendars. */
export const enteredYears = /^(?:19|2\d)\d\d-/

/** Whether the text is a day that exists: '2025-02-29' is not. */
export function isLocalDate(text: string): text is LocalDate {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

/** Whether the text is a day that people enter. */
export const isEnteredDate = (text: string): text is LocalDate => isLocalDate(text) && enteredYears.test(text)

/** Year, month 1–12 and day of a date; a day that does not exist is a bug and throws. */
export function partsOf(date: LocalDate): YearMonthDay {
  if (!isLocalDate(date)) throw new Error(`Not a date: ${JSON.stringify(date)}.`)
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) }
}

/** The date of a year, month 1–12 and day. */
export function localDate(year: number, month: number, day: number): LocalDate {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  partsOf(text)
  return text
}

// Days since 1970-01-01 in the proleptic Gregorian calendar, after Hinnant's days_from_civil: the year starts in
// March, so that the leap day is its last day and months follow one linear formula.
function toEpochDay({ year, month, day }: YearMonthDay): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146097 + dayOfEra - 719468
}

function fromEpochDay(epochDay: number): LocalDate {
  const shifted = epochDay + 719468
  const era = Math.floor(shifted / 146097)
  const dayOfEra = shifted - era * 146097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  return localDate(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
}

export const addDays = (date: LocalDate, days: number): LocalDate => fromEpochDay(toEpochDay(partsOf(date)) + days)

/** Calendar days from one date to another: the first day counted, the last not. */
export const daysBetween = (from: LocalDate, to: LocalDate): number => toEpochDay(partsOf(to)) - toEpochDay(partsOf(from))

/** The same day in another month, or that month's last day: 2025-01-31 plus one month is 2025-02-28. */
export function addMonths(date: LocalDate, months: number): LocalDate {
  const { year, month, day } = partsOf(date)
  const index = year * 12 + (month - 1) + months
  const [newYear, newMonth] = [Math.floor(index / 12), (((index % 12) + 12) % 12) + 1]
  return localDate(newYear, newMonth, Math.min(day, daysInMonth(newYear, newMonth)))
}

export const addYears = (date: LocalDate, years: number): LocalDate => addMonths(date, years * 12)

/** ISO weekday: Monday 1 to Sunday 7. */
export const weekday = (date: LocalDate): number => ((((toEpochDay(partsOf(date)) + 3) % 7) + 7) % 7) + 1

export const minDate = (a: LocalDate, b: LocalDate): LocalDate => (b < a ? b : a)
export const maxDate = (a: LocalDate, b: LocalDate): LocalDate => (b > a ? b : a)
/** For sorting: the earlier day first, and what is of one day as it stood. */
export const dateOrder = (a: LocalDate, b: LocalDate): number => (a < b ? -1 : a > b ? 1 : 0)

export const startOfMonth = (date: LocalDate): LocalDate => `${date.slice(0, 7)}-01`
export function endOfMonth(date: LocalDate): LocalDate {
  const { year, month } = partsOf(date)
  return localDate(year, month, daysInMonth(year, month))
}
export const isEndOfMonth = (date: LocalDate) => endOfMonth(date) === date
