import { addBusinessDays, adjust, type BusinessDayConvention, type Calendar } from '@usance/domain/calendar'
import { addDays, addMonths, endOfMonth, isEndOfMonth, type LocalDate } from '@usance/domain/local-date'

// The product moves a day by business days alone; the set of calendars asks for periods too.

export type PeriodUnit = 'DAYS' | 'WEEKS' | 'MONTHS' | 'YEARS'
/** A date moved by a period and adjusted: days count business days, longer units calendar time. With endOfMonth a
 *  month's last business day stays one. */
export function advance(
  date: LocalDate,
  { count, unit, endOfMonth: keepEnd = false }: { count: number; unit: PeriodUnit; endOfMonth?: boolean },
  convention: BusinessDayConvention,
  calendars: readonly Calendar[],
): LocalDate {
  if (unit === 'DAYS') return addBusinessDays(date, count, calendars)
  if (unit === 'WEEKS') return adjust(addDays(date, count * 7), convention, calendars)
  const moved = addMonths(date, unit === 'YEARS' ? count * 12 : count)
  if (keepEnd && convention === 'UNADJUSTED' && isEndOfMonth(date)) return endOfMonth(moved)
  if (keepEnd && convention !== 'UNADJUSTED' && lastBusinessDayOfMonth(date, calendars) <= date)
    return lastBusinessDayOfMonth(moved, calendars)
  return adjust(moved, convention, calendars)
}

const lastBusinessDayOfMonth = (date: LocalDate, calendars: readonly Calendar[]) =>
  adjust(endOfMonth(date), 'PRECEDING', calendars)
