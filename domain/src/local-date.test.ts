import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as D from './local-date.ts'

const anyDate = fc.integer({ min: -300000, max: 300000 }).map((days) => D.addDays('2000-01-01', days))

test.each(['2024-02-29', '2000-02-29', '2025-12-31', '0001-01-01'])('%s is a day', (text) =>
  expect(D.isLocalDate(text)).toBe(true),
)
test.each(['2025-02-29', '1900-02-29', '2025-04-31', '2025-13-01', '2025-00-10', '2025-1-1', '20250101', '2025-01-01T00:00', ''])(
  '%j is not a day',
  (text) => expect(D.isLocalDate(text)).toBe(false),
)

test.each([
  ['2025-01-31', 1, '2025-02-28'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2025-03-31', -1, '2025-02-28'],
  ['2024-12-15', 2, '2025-02-15'],
  ['2025-01-15', -13, '2023-12-15'],
])('%s and %i months is %s', (date, months, expected) => expect(D.addMonths(date, months)).toBe(expected))

test('the weekday of known days: 2025-03-03 is a Monday, 2024-02-29 a Thursday, 1969-12-31 a Wednesday', () => {
  expect(['2025-03-03', '2024-02-29', '1969-12-31', '2025-05-31', '2025-06-01'].map(D.weekday)).toEqual([1, 4, 3, 6, 7])
})

test('the days between two dates lead from one to the other', () => {
  fc.assert(
    fc.property(anyDate, anyDate, (a, b) => {
      expect(D.addDays(a, D.daysBetween(a, b))).toBe(b)
    }),
  )
})

test('the day after any day is one day later, in the order of the text too', () => {
  fc.assert(
    fc.property(anyDate, (date) => {
      const next = D.addDays(date, 1)
      expect(D.isLocalDate(next)).toBe(true)
      expect(D.daysBetween(date, next)).toBe(1)
      expect(next > date).toBe(true)
      expect(D.weekday(next)).toBe((D.weekday(date) % 7) + 1)
    }),
  )
})

test('a month runs from its first to its last day', () => {
  expect([D.startOfMonth('2024-02-10'), D.endOfMonth('2024-02-10'), D.endOfMonth('2025-02-10')]).toEqual([
    '2024-02-01',
    '2024-02-29',
    '2025-02-28',
  ])
})
