import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as Exact from './rational.ts'

const fraction = fc.tuple(fc.bigInt(-(10n ** 9n), 10n ** 9n), fc.bigInt(1n, 10n ** 6n)).map(([n, d]) => Exact.rational(n, d))

test('a rate is read exactly: 6.8 percent is 17/250', () => {
  expect(Exact.percent(Exact.parseDecimal('6.8'))).toEqual({ n: 17n, d: 250n })
})

test.each(['NaN', '1e3', '', '6,8', '--1', '0x1'])('%j is not a decimal', (text) => {
  expect(Exact.tryParseDecimal(text).ok).toBe(false)
  expect(() => Exact.parseDecimal(text)).toThrow('Not a decimal')
})

describe('rounding', () => {
  const rounded = (text: string) =>
    (['HALF_UP', 'DOWN', 'UP', 'FLOOR'] as const).map((mode) => Exact.toDecimalText(Exact.parseDecimal(text), 2, mode))
  test.each([
    ['1.005', ['1.01', '1.00', '1.01', '1.00']],
    ['1.004', ['1.00', '1.00', '1.01', '1.00']],
    ['-1.005', ['-1.01', '-1.00', '-1.01', '-1.01']],
    ['-1.004', ['-1.00', '-1.00', '-1.01', '-1.01']],
    ['1.00', ['1.00', '1.00', '1.00', '1.00']],
  ])('%s half up, down, up and to the floor', (text, expected) => {
    expect(rounded(text)).toEqual(expected)
  })

  test('a rounded value is less than one unit away, half a unit at most for HALF_UP', () => {
    fc.assert(
      fc.property(fraction, fc.integer({ min: 0, max: 8 }), (value, scale) => {
        const unit = Exact.rational(1n, 10n ** BigInt(scale))
        const distance = (mode: Exact.RoundingMode) => {
          const difference = Exact.sub(value, Exact.roundTo(value, scale, mode))
          return Exact.isNegative(difference) ? Exact.neg(difference) : difference
        }
        for (const mode of ['DOWN', 'UP', 'FLOOR'] as const) expect(Exact.cmp(distance(mode), unit)).toBe(-1)
        expect(Exact.cmp(Exact.mul(distance('HALF_UP'), Exact.rational(2)), unit)).not.toBe(1)
      }),
    )
  })
})

test('sums and products undo themselves exactly', () => {
  fc.assert(
    fc.property(fraction, fraction, (a, b) => {
      expect(Exact.sub(Exact.add(a, b), b)).toEqual(a)
      if (!Exact.isZero(b)) expect(Exact.div(Exact.mul(a, b), b)).toEqual(a)
    }),
  )
})

test('the shortest text of a rate drops only zeros', () => {
  expect(['6.80', '7', '0.250', '100'].map((text) => Exact.toShortText(Exact.parseDecimal(text)))).toEqual([
    '6.8',
    '7',
    '0.25',
    '100',
  ])
})
