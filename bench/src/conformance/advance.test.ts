import { expect, test } from 'vitest'
import { advance } from './advance.ts'

test('a month end stays a month end when asked to', () => {
  const ends = { count: 1, unit: 'MONTHS', endOfMonth: true } as const
  expect(advance('2015-01-30', ends, 'FOLLOWING', [])).toBe('2015-02-27')
  expect(advance('2015-01-31', ends, 'UNADJUSTED', [])).toBe('2015-02-28')
  expect(advance('2015-02-27', ends, 'UNADJUSTED', [])).toBe('2015-03-27')
})
