import { addDays, addMonths } from '@usance/domain/local-date'
import { expect, test } from 'vitest'
import { DateText } from './fields.ts'

test.each([
  ['1900-01-01', true],
  ['2028-02-29', true],
  ['2999-12-31', true],
  ['1899-12-31', false],
  ['2027-02-29', false],
  ['3000-01-01', false],
  ['9999-12-31', false],
])('the day %s may be entered: %s', (day, isTaken) => {
  expect(DateText.safeParse(day).success).toBe(isTaken)
})

test('a calculation from any day that may be entered ends within the calendars', () => {
  expect(addDays('2999-12-31', 36_500)).toBe('3099-12-07')
  expect(addMonths('2999-12-31', 1200)).toBe('3099-12-31')
})
