import { useQuery } from '@tanstack/react-query'
import { referenceCalls } from '@usance/wire/reference/calls'
import { send } from '../http/client.ts'
import { addDays, weekdayOf } from '../ui/calendar.ts'

export type Holiday = { calendarDate: string; type: string; countryCode?: string; holidayNameEn?: string; holidayNameCn?: string }

/** The special days of one or several currencies, asked for again when they change. */
export function useHolidays(currency: string | readonly string[] | undefined) {
  const currencyCode = [currency ?? []].flat().filter(Boolean)
  return useQuery<Holiday[]>({
    queryKey: ['holidays', currencyCode],
    queryFn: () => send(referenceCalls.holidays, { body: { currencyCode } }, { quiet: true }),
    enabled: currencyCode.length > 0,
    staleTime: 0,
  })
}

/** Whether a day is closed: a rest day (J) of any calendar, or a weekend that no calendar lists as a working day. */
export function isClosedDay(day: string, holidays: readonly Holiday[]): boolean {
  const entries = holidays.filter((one) => one.calendarDate.slice(0, 10) === day)
  if (entries.some((one) => one.type === 'J')) return true
  const weekday = weekdayOf(day)
  return (weekday === 0 || weekday === 6) && entries.length === 0
}

// No calendar rests longer than this; a broken one must not stop the page.
const longestRestDays = 60

/** The day itself, or the next one that is not closed. */
export function nextOpenDay(day: string, holidays: readonly Holiday[]): string {
  let open = day
  for (let tried = 0; tried < longestRestDays && isClosedDay(open, holidays); tried++) open = addDays(open, 1)
  return open
}
