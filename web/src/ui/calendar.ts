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

/** What people type as a date – 2026/1/5, 2026-01-05, 20260105 – or undefined when there is no such day. */
export function parseDay(text: string): string | undefined {
  const found = /^\s*(\d{4})[/.-]?(\d{1,2})[/.-]?(\d{1,2})\s*$/.exec(text)
  if (!found) return undefined
  const day = `${found[1]}-${found[2]!.padStart(2, '0')}-${found[3]!.padStart(2, '0')}`
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : undefined
}
