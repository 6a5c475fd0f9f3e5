import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addBusinessDays, adjust, type BusinessDayConvention, calendar, calendarCodeOf, isBusinessDay } from './calendar.ts'
import { china2025 } from './china-2025.fixture.ts'
import { addDays } from './local-date.ts'

describe('China 2025 with its make-up working days', () => {
  test.each<[string, BusinessDayConvention, string]>([
    ['2025-09-28', 'FOLLOWING', '2025-09-28'],
    ['2025-10-03', 'FOLLOWING', '2025-10-09'],
    ['2025-10-11', 'FOLLOWING', '2025-10-11'],
    ['2025-05-31', 'FOLLOWING', '2025-06-03'],
    ['2025-05-31', 'MODIFIED_FOLLOWING', '2025-05-30'],
    ['2025-02-02', 'PRECEDING', '2025-01-27'],
    ['2025-10-03', 'UNADJUSTED', '2025-10-03'],
  ])('%s %s falls on %s', (date, convention, expected) => expect(adjust(date, convention, [china2025])).toBe(expected))
})

test('a business day must be one in every calendar', () => {
  const us = calendar('US', { rest: ['2025-07-04'] })
  const kuwait = calendar('KW', { weekend: [5, 6] })
  expect(isBusinessDay('2025-07-04', [china2025])).toBe(true)
  expect(isBusinessDay('2025-07-04', [china2025, us])).toBe(false)
  expect(adjust('2025-07-04', 'FOLLOWING', [china2025, us])).toBe('2025-07-07')
  expect([isBusinessDay('2025-07-06', [kuwait]), isBusinessDay('2025-07-11', [kuwait])]).toEqual([true, false])
})

test.each<[string, BusinessDayConvention, string]>([
  ['2014-11-01', 'MODIFIED_PRECEDING', '2014-11-03'],
  ['2014-11-15', 'HALF_MONTH_MODIFIED_FOLLOWING', '2014-11-14'],
  ['2014-11-16', 'HALF_MONTH_MODIFIED_FOLLOWING', '2014-11-17'],
  ['2014-11-01', 'NEAREST', '2014-10-31'],
  ['2014-11-02', 'NEAREST', '2014-11-03'],
])('%s %s falls on %s', (date, convention, expected) => expect(adjust(date, convention, [])).toBe(expected))

test('two business days before the Monday after Golden Week is before the holiday only when it must be', () => {
  expect(addBusinessDays('2025-10-09', -2, [china2025])).toBe('2025-09-29')
  expect(addBusinessDays('2025-10-13', -2, [china2025])).toBe('2025-10-10')
})

test('taking business days away undoes adding them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 364 }), fc.integer({ min: 1, max: 30 }), (offset, count) => {
      const from = adjust(addDays('2025-01-02', offset), 'FOLLOWING', [china2025])
      const to = addBusinessDays(from, count, [china2025])
      expect(addBusinessDays(to, -count, [china2025])).toBe(from)
    }),
  )
})

test('the home calendar of a currency', () => {
  expect(['CNY', 'HKD', 'USD', 'EUR', 'GBP'].map(calendarCodeOf)).toEqual(['CN', 'HK', 'US', 'EU', 'GB'])
})

test('a calendar without a single business day is an error, not an endless search', () => {
  const broken = calendar('XX', { weekend: [1, 2, 3, 4, 5, 6, 7] })
  expect(() => adjust('2025-01-01', 'FOLLOWING', [broken])).toThrow('No business day within a year')
})
