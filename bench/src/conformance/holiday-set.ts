import { adjust, type BusinessDayConvention, type Calendar, calendar } from '@usance/domain/calendar'
import { addDays, weekday } from '@usance/domain/local-date'
import { holidaysFor, weekendOf } from '@usance/server/reference/holidays'
import { isWorkingDay } from '@usance/server/testing/working-day'
import type { CaseFolder } from './case-files.ts'
import { Tally } from './tally.ts'

type ChinaYear = { year: number; days: { date: string; isOffDay: boolean }[] }

// Titles that name no public holiday of the country; left out whether or not the product rests on them.
type Observances = { titles: RegExp; yearly: string[]; reason: string }
const observances: Record<string, Observances> = {
  us: {
    titles:
      /^(Groundhog Day|Valentine's Day|Saint Patrick's Day|Easter Sunday|Good Friday|Mother's Day|Father's Day|Halloween|New Year's Eve|Christmas Eve.*|Day After Christmas|National Day of Mourning.*)$/,
    yearly: ['02-02', '02-14', '03-17', '10-31', '12-24', '12-31'],
    reason: 'observances and closings of one employer or exchange, not federal holidays (5 U.S.C. 6103)',
  },
  hk: {
    titles: /^The day following National Day$/,
    yearly: ['10-03'],
    reason: '3 October was a working day in 2017 and 2023 by the government gazette; 2 October is counted',
  },
  in: {
    titles:
      /^(?!.*(Republic Day|Independence Day|Gandhi|Mahavira|Good Friday|Buddha Purnima|Eid al-|Ashura|^Dussehra$|Diwali \(Deepavali\)|Guru Nanak|^Christmas$|^Christmas Day$|Prophet))/,
    yearly: [],
    reason: 'restricted holidays and holidays of single states; banks keep the gazetted ones',
  },
}

/** China's days off and make-up days, the listed holidays of other countries, and where a payment date moves. */
export function holidaySet(cases: CaseFolder): Tally[] {
  const countries = cases.list().filter((name) => /^[a-z]{2}\.csv$/.test(name) || name === 'quantlib-eu-target.csv')
  const exchanges = new Tally('exchange calendars')
  const names = cases.list().filter((name) => name.endsWith('-exchange.csv'))
  exchanges.skip(names.join(', '), names.length, 'trading days of stock exchanges; the product settles by bank holidays')
  return [chinaTally(cases), ...countries.map((name) => countryTally(cases, name)), questionTally(cases), exchanges]
}

function chinaTally(cases: CaseFolder): Tally {
  const tally = new Tally('cn make-up days')
  for (const name of cases.list('cn')) {
    tally.files += 1
    for (const { date, isOffDay } of cases.json<ChinaYear>(`cn/${name}`).days) {
      const found = holidaysFor('CN', Number(date.slice(0, 4))).find((day) => day.date === date)
      tally.compare(`CN ${date}`, found?.type, isOffDay ? 'J' : 'W')
    }
  }
  return tally
}

function countryTally(cases: CaseFolder, name: string): Tally {
  const file = name.replace('.csv', '')
  const country = file === 'quantlib-eu-target' ? 'EU' : file.toUpperCase()
  const tally = new Tally(file)
  tally.files = 1
  const rows = cases.records(name)
  for (const { date = '', name: title = '' } of rows) {
    const rule = observances[file]
    if (rule && isObservance(rule, date, title)) addSkip(tally, 'observances', rule.reason)
    else tally.compare(`${country} ${date} ${title} rests`, !isWorkingDay(country, date), true)
  }
  const listed = new Set(rows.map(({ date = '' }) => date))
  compareOrdinaryDays(tally, country, listed, new Set(rows.map(({ date = '' }) => date.slice(0, 4))))
  return tally
}

// Several names can share a day: it is an observance only when each of them is one. A yearly day narrows the title to it.
function isObservance({ titles, yearly }: Observances, date: string, title: string): boolean {
  if (!title.split('; ').every((part) => titles.test(part))) return false
  return titles.source.startsWith('^The day') ? yearly.includes(date.slice(5)) : true
}

function addSkip(tally: Tally, what: string, reason: string): void {
  const known = tally.outOfScope.find((each) => each.reason === reason)
  if (known) known.count += 1
  else tally.skip(what, 1, reason)
}

// Holidays that the country's financial centre keeps though not every state does.
const financialCentre: Record<string, RegExp> = { MY: /New Year|Deepavali|Nuzul/ }

// Beside the listed days every weekday must be worked: no holiday is invented.
function compareOrdinaryDays(tally: Tally, country: string, listed: ReadonlySet<string>, years: ReadonlySet<string>): void {
  for (const { date, nameEn, type } of [...years].flatMap((year) => holidaysFor(country, Number(year)))) {
    if (type === 'W' || listed.has(date) || weekendOf(country).includes(weekday(date))) continue
    if (financialCentre[country]?.test(nameEn))
      addSkip(tally, 'holidays of Kuala Lumpur', 'kept in the financial centre, not in every state')
    else tally.compare(`${country} ${date} ${nameEn} is worked`, false, true)
  }
}

function questionTally(cases: CaseFolder): Tally {
  const tally = new Tally('working-day-queries')
  tally.files = 1
  const calendars = new Map<string, Calendar>()
  const conventions: [string, BusinessDayConvention][] = [
    ['following', 'FOLLOWING'],
    ['modified_following', 'MODIFIED_FOLLOWING'],
    ['preceding', 'PRECEDING'],
  ]
  for (const row of cases.records('working-day-queries.csv')) {
    const { country = '', date = '' } = row
    if (passesObservance(cases, row)) {
      addSkip(tally, 'questions about observances', 'the answer passes over a day that is no public holiday, as above')
      continue
    }
    const own = calendars.get(country) ?? calendarOf(country)
    calendars.set(country, own)
    tally.compare(`${country} ${date} working`, isWorkingDay(country, date) ? '1' : '0', row.is_working_day)
    for (const [column, convention] of conventions)
      tally.compare(`${country} ${date} ${column}`, adjust(date, convention, [own]), row[column])
  }
  return tally
}

// The answer walks from the preceding to the following working day; an observance on the way decides it wrongly.
function passesObservance(
  cases: CaseFolder,
  { country = '', date = '', preceding = date, following = date }: Record<string, string>,
): boolean {
  const file = country.toLowerCase()
  const rule = observances[file]
  if (!rule || following === preceding) return false
  const listed = cases.records(`${file}.csv`).filter(({ date: day = '', name = '' }) => isObservance(rule, day, name))
  const days = new Set(listed.map(({ date: day }) => day))
  for (let day = addDays(preceding, 1); day < following; day = addDays(day, 1))
    if ((days.has(day) || rule.yearly.includes(day.slice(5))) && isWorkingDay(country, day)) return true
  return false
}

/** A country's calendar for 1999 to 2035 from the product's own holidays. */
export function calendarOf(country: string): Calendar {
  const days = Array.from({ length: 37 }, (_, index) => holidaysFor(country, 1999 + index)).flat()
  const of = (type: 'J' | 'W') => days.filter((day) => day.type === type).map((day) => day.date)
  return calendar(country, { rest: of('J'), working: of('W'), weekend: weekendOf(country) })
}
