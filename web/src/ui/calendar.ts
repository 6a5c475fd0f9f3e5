/** Calendar arithmetic on YYYY-MM-DD text, in UTC so that no zone shifts a day. */
const dayMs = 86_400_000
const toDays = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs)
const fromDays = (days: number): string => new Date(days * dayMs).toISOString().slice(0, 10)
export const addDays = (day: string, days: number): string => fromDays(toDays(day) + days)
/** 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()
/** The same day of another month, or its last day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), Math.min(date, last))).toISOString().slice(0, 10)
}
/** The six weeks a month's page shows, from Monday. */
export function monthPage(day: string): string[] {
  const first = `${day.slice(0, 7)}-01`
  const start = toDays(first) - ((weekdayOf(first) + 6) % 7)
  return Array.from({ length: 42 }, (_, index) => fromDays(start + index))
}

/** The calendar day as YYYY-MM-DD, or undefined when there is no such day. */
function dayOf(year: string, month: string, date: string): string | undefined {
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const instant = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day) ? day : undefined
}

/**
 * A pasted day without the time that sheets and databases write after it. A time with a zone stays: the day may be another one
 * here.
 */
export const withoutTime = (text: string): string =>
  text.trim().replace(/(?:T|\s+)\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*[AP]M)?$/i, '')

/**
 * What people type as a date, or undefined when there is no such day. With the year first: 2026/1/5, 2026-01-05, 20260105,
 * 2026年1月5日. With the year last, 5/1/2026 is read in the order of `format`; a format with the year first does not read it,
 * because either number may be the month.
 */
export function parseDay(text: string, format = 'YYYY/MM/DD'): string | undefined {
  const typed = text.trim().replace(/^(\d{4})年(\d{1,2})月(\d{1,2})日?$/, '$1-$2-$3')
  const yearFirst = /^(\d{4})([/.-]?)(\d{1,2})\2(\d{1,2})$/.exec(typed)
  if (yearFirst) return dayOf(yearFirst[1]!, yearFirst[3]!, yearFirst[4]!)
  const yearLast = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/.exec(typed)
  if (!yearLast || format.startsWith('YYYY')) return undefined
  const [, first, , second, year] = yearLast
  return format.startsWith('DD') ? dayOf(year!, second!, first!) : dayOf(year!, first!, second!)
}
