import { adjust, type BusinessDayConvention, calendar } from '@usance/domain/calendar'
import { type DayCountCode, dayCounts } from '@usance/domain/day-count'
import { cmp, isNegative, neg, parseDecimal, sub, toShortText } from '@usance/domain/rational'
import { advance, type PeriodUnit } from './advance.ts'
import type { CaseFolder } from './case-files.ts'
import { calendarOf } from './holiday-set.ts'
import { Tally } from './tally.ts'

const conventions: Record<string, DayCountCode> = {
  'ACT/360': 'ACT_360',
  'ACT/365F': 'ACT_365F',
  'ACT/364': 'ACT_364',
  'ACT/365.25': 'ACT_365_25',
  'ACT/365 ACTUAL': 'ACT_365A',
  'NL/360': 'NL_360',
  'NL/365': 'NL_365',
  'ACT/ACT ISDA': 'ACT_ACT_ISDA',
  'ACT/ACT ISMA': 'ACT_ACT_ICMA',
  'ACT/ACT AFB': 'ACT_ACT_AFB',
  'ACT/ACT YEAR': 'ACT_ACT_YEAR',
  '30/360 BOND_BASIS': '30_360',
  '30/360 ISDA': '30_360',
  '30/360 US': '30_360_US',
  '30/360 PSA': '30_360_PSA',
  '30E/360': '30E_360',
  '30E/360 ISDA': '30E_360_ISDA',
  '30E+/360': '30E_PLUS_360',
  '30E/365': '30E_365',
  '30/365': '30_365',
  '1/1': 'ONE_ONE',
}

/** Days and year fractions of every convention, and dates moved to business days. */
export function dayCountSet(cases: CaseFolder): Tally[] {
  return [dayCountTally(cases), businessDayTally(cases), contractTally(cases)]
}

function dayCountTally(cases: CaseFolder): Tally {
  const tally = new Tally('daycount')
  tally.files = 1
  for (const row of cases.records('daycount.csv')) {
    const { id = '', convention = '', start = '', end = '' } = row
    const code = conventions[convention]
    if (!code) {
      tally.skip(convention, 1, 'a convention the product does not offer')
      continue
    }
    const context = {
      ...(row.ref_start && { referenceStart: row.ref_start }),
      ...(row.ref_end && { referenceEnd: row.ref_end }),
      ...(row.termination && { termination: row.termination }),
    }
    const measured = attempt(() => dayCounts[code].measure(start, end, context))
    if (typeof measured === 'string') {
      tally.compare(`${id} ${convention} ${start} ${end}`, measured, row.expected_days || row.expected_year_fraction)
      continue
    }
    if (row.expected_days) tally.compare(`${id} ${convention} ${start} ${end} days`, String(measured.days), row.expected_days)
    if (!row.expected_year_fraction) continue
    const difference = sub(measured.fraction, parseDecimal(row.expected_year_fraction))
    const near = cmp(isNegative(difference) ? neg(difference) : difference, tolerance(row.tolerance)) <= 0
    const got = near ? row.expected_year_fraction : toShortText(measured.fraction, 12)
    tally.compare(`${id} ${convention} ${start} ${end} fraction`, got, row.expected_year_fraction)
  }
  return tally
}

function attempt<Value>(compute: () => Value): Value | string {
  try {
    return compute()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

// '1e-10' is one in ten thousand million; a row without tolerance wants the exact value.
function tolerance(text: string | undefined) {
  const places = /^1e-(\d+)$/.exec(text ?? '')?.[1]
  return places ? { n: 1n, d: 10n ** BigInt(places) } : parseDecimal(text || '0')
}

const rolls: Record<string, BusinessDayConvention> = {
  NO_ADJUST: 'UNADJUSTED',
  Unadjusted: 'UNADJUSTED',
  FOLLOWING: 'FOLLOWING',
  Following: 'FOLLOWING',
  MODIFIED_FOLLOWING: 'MODIFIED_FOLLOWING',
  ModifiedFollowing: 'MODIFIED_FOLLOWING',
  MODIFIED_FOLLOWING_BI_MONTHLY: 'HALF_MONTH_MODIFIED_FOLLOWING',
  HalfMonthModifiedFollowing: 'HALF_MONTH_MODIFIED_FOLLOWING',
  PRECEDING: 'PRECEDING',
  Preceding: 'PRECEDING',
  MODIFIED_PRECEDING: 'MODIFIED_PRECEDING',
  ModifiedPreceding: 'MODIFIED_PRECEDING',
  NEAREST: 'NEAREST',
  Nearest: 'NEAREST',
}

function businessDayTally(cases: CaseFolder): Tally {
  const tally = new Tally('business-day-adjust')
  tally.files = 1
  const known: Record<string, ReturnType<typeof calendar>> = { SAT_SUN: calendar('SAT_SUN'), ZA: calendarOf('ZA') }
  for (const row of cases.records('business-day-adjust.csv')) {
    const { id = '', date = '', add_period: period = '', expected } = row
    const [roll, own] = [rolls[row.convention ?? ''], known[row.calendar ?? '']]
    if (!roll || !own) {
      tally.skip(`${row.convention} ${row.calendar}`, 1, 'a convention or calendar the product does not offer')
      continue
    }
    const [, count = '', unit = ''] = /^(-?\d+) (\w+)$/.exec(period) ?? []
    const move = { count: Number(count), unit: unit.toUpperCase() as PeriodUnit, endOfMonth: row.end_of_month === 'true' }
    const got = period === '' ? adjust(date, roll, [own]) : advance(date, move, roll, [own])
    tally.compare(`${id} ${row.convention} ${date} ${period}`, got, expected)
  }
  return tally
}

function contractTally(cases: CaseFolder): Tally {
  const tally = new Tally('whole contracts')
  const skipped: [string, string][] = [
    ['actus', 'simulated contracts (annuities, bonds, calls); the product finances single claims with one maturity'],
    ['fineract-schedules.json', 'instalment loans; the product has no instalments'],
    ['excel-finance-functions.xls', 'worksheet functions; the product has no worksheet'],
    ['excel-mortgage-calculation.xls', 'instalment loans; the product has no instalments'],
  ]
  for (const [name, reason] of skipped)
    if (cases.has(name)) tally.skip(name, name === 'actus' ? cases.list(name).length : 1, reason)
  return tally
}
