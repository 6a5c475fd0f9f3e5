import fc from 'fast-check'
import { expect, test } from 'vitest'
import { convert, fxDeviation, inverseOf, isInversePair, isKeptPair } from './fx.ts'
import * as M from './money.ts'
import { parseDecimal, type Rational } from './rational.ts'

test('the inverse is rounded half up to ten significant digits and ten decimals', () => {
  expect(['7.1', '0.14', '149.35', '0.0067', '1', '7.18'].map(inverseOf)).toEqual([
    '0.1408450704',
    '7.142857143',
    '0.0066956813',
    '149.2537313',
    '1',
    '0.139275766',
  ])
})
test('a rate matches its inverse whichever of them was entered, and no other figure', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 10n ** 6n, max: 10n ** 13n }), (digits) => {
      const text = digits.toString().padStart(11, '0')
      const rate = `${text.slice(0, -10)}.${text.slice(-10)}`
      const inverse = inverseOf(rate)
      expect([isInversePair(rate, inverse), isInversePair(inverse, rate)]).toEqual([true, true])
      expect(isInversePair(rate, `1${inverse}`)).toBe(false)
    }),
  )
})
test.each([
  ['7.1', undefined, true],
  ['7.1', '0.1408450704', true],
  ['16250', undefined, true],
  ['16250', '0.0000615385', true],
  ['0.0000615385', '16250', true],
  ['0.0000615385', undefined, false],
  ['0.0001', undefined, true],
  ['0', undefined, false],
  ['7.1', '0', false],
])('a rate of %s entered with the inverse %s keeps its digits: %s', (rate, inverse, expected) => {
  expect(isKeptPair(rate, inverse)).toBe(expected)
})
test('a billion rupiah are 61,538.46 dollars at 16,250, and back again, in whichever direction the rate was entered', () => {
  const [rate, inverse] = ['16250', inverseOf('16250')].map(parseDecimal) as [Rational, Rational]
  for (const rates of [[{ from: 'USD', to: 'IDR', rate, inverse }], [{ from: 'IDR', to: 'USD', rate: inverse, inverse: rate }]]) {
    const there = convert(M.fromDecimal('1000000000', 'IDR'), 'USD', rates)
    const back = convert(M.fromDecimal('61538.46', 'USD'), 'IDR', rates)
    expect([there, back].map((one) => one.ok && M.toDecimal(one.value.amount))).toEqual(['61538.46', '999999975.00'])
  }
})
test('a rate more than three percent off the one in force is warned of', () => {
  expect(fxDeviation('7.35', '7')).toEqual({ pct: '5.00', warns: true })
  expect(fxDeviation('7.12', '0.1393')).toMatchObject({ warns: true })
  expect(fxDeviation('7.21', '7')).toEqual({ pct: '3.00', warns: false })
  expect(fxDeviation('6.78', '7')).toEqual({ pct: '-3.14', warns: true })
})
