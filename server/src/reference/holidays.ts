import { saturdaySunday } from '@usance/domain/calendar'
import { addDays, localDate } from '@usance/domain/local-date'
import chinaDays from 'chinese-days/dist/chinese-days.json' with { type: 'json' }
import Holidays from 'date-holidays'
import { holidayCorrections } from './holiday-corrections.ts'
import { chineseHolidayName } from './holiday-names.ts'

/** A special day of a country: J is a day of rest, W a weekend day on which people work. */
export type Holiday = { date: string; nameEn: string; nameCn: string; type: 'J' | 'W' }

/** The ISO weekdays of rest: Friday and Saturday where Friday is the holy day, else Saturday and Sunday. */
export const weekendOf = (country: string): readonly number[] => weekends[country] ?? saturdaySunday

const fridaySaturday = [5, 6]
const weekends: Record<string, readonly number[]> = {
  ...Object.fromEntries('BD BH DZ EG IQ JO KW LY OM QA SA SD SY YE'.split(' ').map((code) => [code, fridaySaturday])),
  IL: fridaySaturday,
  NP: [6],
  IR: [5],
}

// Trade is settled by the calendar of the financial centre: England for the United Kingdom.
const regions: Record<string, string> = { GB: 'ENG' }
// Where banks close on days that are no public holidays, those days stop payments too, except these half days.
const withBankDays = (country: string) => country !== 'DE'

/** The holidays and make-up working days of a country (or EU for the euro payment system) in a year, by date. */
export function holidaysFor(country: string, year: number): Holiday[] {
  if (country === 'CN') return chinaHolidays(year)
  if (country === 'EU') return targetHolidays(year)
  const { add, remove } = holidayCorrections[country] ?? { add: [], remove: [] }
  const byDate = new Map<string, Holiday>()
  for (const [date, nameEn, nameCn] of add)
    if (date.startsWith(`${year}-`)) byDate.set(date, { date, nameEn, nameCn: nameCn ?? chineseHolidayName(nameEn), type: 'J' })
  for (const holiday of ruledHolidays(country, year))
    if (!remove.includes(holiday.date) && !byDate.has(holiday.date)) byDate.set(holiday.date, holiday)
  return [...byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** Whether there is any calendar for the country. */
export const hasHolidays = (country: string): boolean =>
  country === 'CN' || country === 'EU' || Object.hasOwn(new Holidays().getCountries(), country)

function ruledHolidays(country: string, year: number): Holiday[] {
  const region = regions[country]
  const rules = region ? new Holidays(country, region) : new Holidays(country)
  const chinese = new Map(rules.getHolidays(year, 'zh').map(({ date, name }) => [date, name]))
  return rules
    .getHolidays(year, 'en')
    .filter(({ type }) => type === 'public' || (type === 'bank' && withBankDays(country)))
    .flatMap(({ date, start, end, name }) => {
      const first = date.slice(0, 10)
      const days = Math.max(1, Math.round((end.getTime() - start.getTime()) / 86_400_000))
      return Array.from({ length: days }, (_, offset) => ({
        date: addDays(first, offset),
        nameEn: name,
        nameCn: chineseHolidayName(name, chinese.get(date)),
        type: 'J' as const,
      }))
    })
    .filter(({ date }) => date.startsWith(`${year}-`))
}

// The State Council announces each year which days are off and on which weekend days the time is worked instead.
type ChinaDays = { holidays: Record<string, string>; workdays: Record<string, string> }
const { holidays: chinaRest, workdays: chinaWork }: ChinaDays = chinaDays

function chinaHolidays(year: number): Holiday[] {
  const of = (days: Record<string, string>, type: 'J' | 'W'): Holiday[] =>
    Object.entries(days)
      .filter(([date]) => date.startsWith(`${year}-`))
      .map(([date, names]) => {
        const [nameEn = '', nameCn = ''] = names.split(',')
        return type === 'J'
          ? { date, nameEn, nameCn, type }
          : { date, nameEn: `Working day for ${nameEn}`, nameCn: `${nameCn}调休上班`, type }
      })
  const added = (holidayCorrections.CN?.add ?? [])
    .filter(([date]) => date.startsWith(`${year}-`))
    .map(([date, nameEn, nameCn]): Holiday => ({ date, nameEn, nameCn: nameCn ?? nameEn, type: 'J' }))
  return [...of(chinaRest, 'J'), ...of(chinaWork, 'W'), ...added].sort((a, b) => (a.date < b.date ? -1 : 1))
}

// Closing days of TARGET since 1999; the Easter days, Labour Day and 26 December since 2000, as the Governing Council
// decided. The last days of 1999 and 2001 were closed for the change of the century and of the currency.
function targetHolidays(year: number): Holiday[] {
  if (year < 1999) return []
  const easter = easterSunday(year)
  const day = (date: string, nameEn: string): Holiday => ({ date, nameEn, nameCn: chineseHolidayName(nameEn), type: 'J' })
  const later =
    year < 2000
      ? []
      : [
          day(addDays(easter, -2), 'Good Friday'),
          day(addDays(easter, 1), 'Easter Monday'),
          day(localDate(year, 5, 1), 'Labour Day'),
          day(localDate(year, 12, 26), 'Boxing Day'),
        ]
  const closing = year === 1999 || year === 2001 ? [day(localDate(year, 12, 31), "New Year's Eve")] : []
  return [day(localDate(year, 1, 1), "New Year's Day"), ...later, day(localDate(year, 12, 25), 'Christmas Day'), ...closing].sort(
    (a, b) => (a.date < b.date ? -1 : 1),
  )
}

// The anonymous Gregorian algorithm (Meeus, Jones and Butcher).
function easterSunday(year: number): string {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  return localDate(year, Math.floor(f / 31), (f % 31) + 1)
}
