import { expect, test } from 'vitest'
import { acceptTyped, settleNumber, showNumber } from './number-input.ts'

test('only digits and one decimal point are accepted; a minus only where negative figures are allowed', () => {
  expect(acceptTyped('12.5')).toBe('12.5')
  expect(acceptTyped('1,234.5')).toBe('1234.5')
  expect(acceptTyped('12.5.1')).toBeUndefined()
  expect(acceptTyped('12a')).toBeUndefined()
  expect(acceptTyped('-1')).toBeUndefined()
  expect(acceptTyped('-1', { min: null })).toBe('-1')
  expect(acceptTyped('-1', { min: '-5' })).toBe('-1')
})
test('a figure written with a decimal comma is refused rather than taken for another one', () => {
  for (const pasted of ['1.234,56', '1234,56', '1 234,56', '12,5', '1,2345']) expect(acceptTyped(pasted)).toBeUndefined()
  expect(acceptTyped('-1,234.5', { min: null })).toBe('-1234.5')
})
test('nine integer digits and two decimals at most, unless said otherwise', () => {
  expect(acceptTyped('123456789')).toBe('123456789')
  expect(acceptTyped('1234567890')).toBeUndefined()
  expect(acceptTyped('1,234,567.891')).toBe('1234567.89')
  expect(acceptTyped('1.', { maxPrecision: 0 })).toBe('1')
  expect(acceptTyped('1.2x')).toBeUndefined()
})
test('leaving the field clamps and cuts toward zero, never through a float', () => {
  expect(settleNumber('1.159')).toBe('1.15')
  expect(settleNumber('1.15')).toBe('1.15')
  expect(settleNumber('-1.159', { min: null })).toBe('-1.15')
  expect(settleNumber('120', { max: '100' })).toBe('100')
  expect(settleNumber('0.5', { min: '1' })).toBe('1')
  expect(settleNumber('7', { minPrecision: 2 })).toBe('7.00')
  expect(settleNumber('12345678901234.99', { maxPrecision: 2 })).toBe('12345678901234.99')
  expect(settleNumber('.')).toBe('')
})
test('what stands there is grouped by thousands', () => {
  expect(showNumber('1234567.5')).toBe('1,234,567.5')
  expect(showNumber('')).toBe('')
})
