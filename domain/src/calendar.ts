import { addDays, daysBetween, type LocalDate, partsOf, weekday } from './local-date.ts'

export const businessDayConventions = [
  'FOLLOWING',
  'MODIFIED_FOLLOWING',
  'PRECEDING',
  'UNADJUSTED',
  'MODIFIED_PRECEDING',
  'HALF_MONTH_MODIFIED_FOLLOWING',
  'NEAREST',
] as const
/** Where a date goes that is no business day. */
export type BusinessDayConvention = (typeof businessDayConventions)[number]

/** A holiday row: type J is a day of rest, any other type a working day (a make-up day on a weekend). */
type CalendarDay = { readonly type: string }
/** A country's calendar: its weekend in ISO weekdays (Saturday 6, Sunday 7) and its special days. */
export type Calendar = {
  readonly code: string
  readonly weekend: readonly number[]
  readonly days: ReadonlyMap<LocalDate, CalendarDay>
}

export const saturdaySunday: readonly number[] = [6, 7]

/** A calendar from its days of rest and its make-up working days. */
export function calendar(
  code: string,
  {
    rest = [],
    working = [],
    weekend = saturdaySunday,
  }: { rest?: readonly LocalDate[]; working?: readonly LocalDate[]; weekend?: readonly number[] } = {},
): Calendar {
  const days = new Map<LocalDate, CalendarDay>()
  for (const date of rest) days.set(date, { type: 'J' })
  for (const date of working) days.set(date, { type: 'B' })
  return { code, weekend, days }
}

const calendarCodes: Readonly<Record<string, string>> = {
  EUR: 'EU',
  CNY: 'CN',
  CNH: 'CN',
  GBP: 'GB',
  USD: 'US',
  XOF: 'SN',
  XAF: 'CM',
  XCD: 'AG',
}
/** The calendar of a currency's home market: CNY is CN, EUR is EU; ISO codes start with their country. */
export const calendarCodeOf = (currency: string): string => calendarCodes[currency] ?? currency.slice(0, 2)

/** The calendars of a financing: those of its product, or the one of its currency where the product names none. */
export const calendarCodesFor = (ofProduct: readonly string[], currency: string): string[] =>
  ofProduct.length > 0 ? [...ofProduct] : [calendarCodeOf(currency)]

const isBusinessDayIn = (date: LocalDate, { days, weekend }: Calendar) => {
  const special = days.get(date)
  return special ? special.type !== 'J' : !weekend.includes(weekday(date))
}

/** Whether the date is a business day in every one of the calendars; without any, Monday to Friday. */
export const isBusinessDay = (date: LocalDate, calendars: readonly Calendar[]): boolean =>
  calendars.length === 0 ? weekday(date) <= 5 : calendars.every((one) => isBusinessDayIn(date, one))

/** The date itself or where the convention moves it, so that it is a business day in all calendars. */
export function adjust(date: LocalDate, convention: BusinessDayConvention, calendars: readonly Calendar[]): LocalDate {
  if (convention === 'UNADJUSTED' || isBusinessDay(date, calendars)) return date
  const following = step(date, 1, calendars)
  const preceding = step(date, -1, calendars)
  switch (convention) {
    case 'FOLLOWING':
      return following
    case 'PRECEDING':
      return preceding
    case 'MODIFIED_FOLLOWING':
      return sameMonth(date, following) ? following : preceding
    case 'MODIFIED_PRECEDING':
      return sameMonth(date, preceding) ? preceding : following
    case 'HALF_MONTH_MODIFIED_FOLLOWING':
      return sameMonth(date, following) && !(partsOf(date).day <= 15 && partsOf(following).day > 15) ? following : preceding
    case 'NEAREST':
      return daysBetween(date, following) <= daysBetween(preceding, date) ? following : preceding
  }
}

/** The date that many business days later, or earlier when negative; zero rolls a day of rest forward. */
export function addBusinessDays(date: LocalDate, count: number, calendars: readonly Calendar[]): LocalDate {
  if (count === 0) return adjust(date, 'FOLLOWING', calendars)
  let result = date
  for (let left = Math.abs(count); left > 0; left -= 1) result = step(result, Math.sign(count), calendars)
  return result
}

const sameMonth = (a: LocalDate, b: LocalDate) => a.slice(0, 7) === b.slice(0, 7)

// A calendar that rests for a whole year is broken data, not a long holiday.
const longestRestDays = 366
function step(date: LocalDate, direction: number, calendars: readonly Calendar[]): LocalDate {
  let moved = date
  for (let tried = 0; tried < longestRestDays; tried += 1) {
    moved = addDays(moved, direction)
    if (isBusinessDay(moved, calendars)) return moved
  }
  throw new Error(`No business day within a year of ${date} in ${calendars.map((one) => one.code).join(', ')}.`)
}
