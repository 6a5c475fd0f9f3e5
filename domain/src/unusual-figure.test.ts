import { expect, test } from 'vitest'
import { isFarFrom } from './unusual-figure.ts'

test.each([
  ['4.317', '43.17', false, true],
  ['4.317', '0.4317', false, true],
  ['4.317', '43.169', false, false],
  ['0.01', '0.9', false, false],
  ['0.01', '1.5', false, true],
  ['-0.1', '2', false, true],
  ['0', '2', false, false],
  ['2', '0', false, false],
  ['0.0067', '0.067', true, true],
  ['0.0067', '0.0068', true, false],
  [null, '99', false, false],
])('of a figure of %s, %s (an exchange rate: %s) is far: %s', (former, now, isExchangeRate, far) => {
  expect(isFarFrom(former, now, isExchangeRate)).toBe(far)
})
