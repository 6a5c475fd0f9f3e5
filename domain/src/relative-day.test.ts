import { expect, test } from 'vitest'
import { dayMeant, quickRangeNames, quickRangeOf, quickRanges } from './relative-day.ts'

test.each([
  ['2028-02-28', ['', '2028-02-27'], ['2028-02-28', '2028-03-06'], ['2028-02-28', '2028-03-29'], ['2028-02-01', '2028-02-29']],
  ['2026-12-31', ['', '2026-12-30'], ['2026-12-31', '2027-01-07'], ['2026-12-31', '2027-01-30'], ['2026-12-01', '2026-12-31']],
])('on %s the quick ranges are the days before, within 7 and 30 days, and of the month', (today, ...expected) => {
  const meant = quickRangeNames.map((name) => [quickRanges[name].begin, quickRanges[name].end].map((day) => dayMeant(day, today)))
  expect(meant).toEqual(expected)
})

test('a day that is no relative one is what it says, and bounds are a quick range only together', () => {
  expect(dayMeant('2026-01-05', '2026-12-31')).toBe('2026-01-05')
  expect(quickRangeOf('TODAY', 'IN_7_DAYS')).toBe('NEXT_7_DAYS')
  expect(quickRangeOf('TODAY', 'IN_30_DAYS')).toBe('NEXT_30_DAYS')
  expect([quickRangeOf('TODAY', ''), quickRangeOf('', ''), quickRangeOf('', 'TODAY')]).toEqual([undefined, undefined, undefined])
})
