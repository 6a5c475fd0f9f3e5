import { weekday } from '@usance/domain/local-date'
import { holidaysFor, weekendOf } from '../reference/holidays.ts'

/** Whether people work that day in the country. */
export function isWorkingDay(country: string, date: string): boolean {
  const special = holidaysFor(country, Number(date.slice(0, 4))).find((holiday) => holiday.date === date)
  return special ? special.type === 'W' : !weekendOf(country).includes(weekday(date))
}
