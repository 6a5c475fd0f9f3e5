import { weekday } from '@usance/domain/local-date'
import { describe, expect, it } from 'vitest'
import { isWorkingDay } from '../testing/working-day.ts'
import { hasHolidays, holidaysFor, weekendOf } from './holidays.ts'

const restDays = (country: string, year: number) =>
  holidaysFor(country, year)
    .filter(({ type }) => type === 'J')
    .map(({ date }) => date)

describe('a country’s calendar', () => {
  it('has the Chinese make-up working days of 2025', () => {
    const worked = holidaysFor('CN', 2025).filter(({ type }) => type === 'W')
    expect(worked.map(({ date }) => date)).toEqual(['2025-01-26', '2025-02-08', '2025-04-27', '2025-09-28', '2025-10-11'])
    expect(isWorkingDay('CN', '2025-02-08')).toBe(true)
    expect(isWorkingDay('CN', '2025-02-15')).toBe(false)
  })

  it('makes only weekend days into working days', () => {
    for (let year = 2008; year <= 2026; year += 1)
      for (const { date, type } of holidaysFor('CN', year)) if (type === 'W') expect(weekday(date), date).toBeGreaterThan(5)
  })

  it.each([
    ['GB', '2025-08-25'],
    ['GB', '2023-05-08'],
    ['HK', '2015-04-07'],
    ['SG', '2024-06-17'],
    ['US', '2025-11-27'],
    ['DE', '2025-10-03'],
    ['JP', '2025-05-06'],
    ['EU', '2025-04-21'],
  ])('of %s rests on %s', (country, date) => {
    expect(isWorkingDay(country, date)).toBe(false)
  })

  it.each([
    ['SG', '2019-06-04'],
    ['HK', '2023-10-03'],
    ['DE', '2025-12-24'],
    ['EU', '2025-10-03'],
    ['US', '2025-02-14'],
  ])('of %s works on %s', (country, date) => {
    expect(isWorkingDay(country, date)).toBe(true)
  })

  it('of the euro payment system closed for the change of currency', () => {
    expect(restDays('EU', 2001)).toEqual([
      '2001-01-01',
      '2001-04-13',
      '2001-04-16',
      '2001-05-01',
      '2001-12-25',
      '2001-12-26',
      '2001-12-31',
    ])
    expect(restDays('EU', 1999)).toEqual(['1999-01-01', '1999-12-25', '1999-12-31'])
  })

  it('names each day once and in both languages', () => {
    for (const country of ['CN', 'HK', 'GB', 'US', 'SG', 'EU', 'DE']) {
      const days = holidaysFor(country, 2025)
      expect(new Set(days.map(({ date }) => date)).size, country).toBe(days.length)
      for (const { nameEn, nameCn } of days)
        expect([nameEn !== '', /\p{Script=Han}/u.test(nameCn)], `${country} ${nameEn}`).toEqual([true, true])
    }
  })

  it('knows the Friday weekend of Bangladesh', () => {
    expect(weekendOf('BD')).toEqual([5, 6])
    expect(isWorkingDay('BD', '2025-11-23')).toBe(true)
  })

  it('is known for about two hundred countries and for no invented one', () => {
    expect([hasHolidays('CN'), hasHolidays('BR'), hasHolidays('QQ')]).toEqual([true, true, false])
    expect(holidaysFor('QQ', 2025)).toEqual([])
  })
})
