import { expect, test } from 'vitest'
import { boundOf, figureOf, nearestFigure, readTyped, showNumber } from './number-input.ts'

test('a minus is read only where negative figures are allowed', () => {
  expect(readTyped('-1', { kind: { money: 'USD' } })).toEqual({ ok: false, refusal: { why: 'NEGATIVE' } })
  expect(readTyped('-1', { kind: 'count', min: null })).toEqual({ ok: true, value: '-1' })
  expect(readTyped('-1', { kind: 'count', min: '-5' })).toEqual({ ok: true, value: '-1' })
  expect(readTyped('-1', { kind: 'rate', min: '0' })).toEqual({ ok: false, refusal: { why: 'NEGATIVE' } })
})
test('a figure names the bound that it exceeds', () => {
  const limits = { kind: 'count', min: '5', max: '100' } as const
  expect(boundOf('120', limits)).toEqual({ beyond: 'max', bound: '100' })
  expect(boundOf('3', limits)).toEqual({ beyond: 'min', bound: '5' })
  expect(boundOf('5', limits)).toBeUndefined()
})
test('a figure is grouped by thousands with the decimals of its kind; a text that is no figure stays as typed', () => {
  expect(showNumber('1234567.5', { kind: { money: 'EUR' } })).toBe('1,234,567.50')
  expect(showNumber('1234567.5', { kind: 'quantity' })).toBe('1,234,567.5')
  expect(showNumber('900000.0000', { kind: { money: 'JPY' } })).toBe('900,000')
  expect(showNumber('12ab3', { kind: 'count' })).toBe('12ab3')
  expect([showNumber('', { kind: 'count' }), figureOf('12ab3', 'count')]).toEqual(['', ''])
})
test.each([
  ['-1', 'count', undefined, '0'],
  ['-1', 'count', null, '-1'],
  ['1.5', 'count', undefined, '1'],
  ['-1.5', 'count', null, '-1'],
  ['1,234.5678', { money: 'USD' }, undefined, '1234.56'],
  ['-0.5', { money: 'USD' }, undefined, '0'],
  ['12ab', 'count', undefined, ''],
  ['', 'count', undefined, ''],
] as const)('the condition %j of the kind %j with the least %j becomes %j', (typed, kind, min, figure) => {
  expect(nearestFigure(typed, { kind, min })).toBe(figure)
})
