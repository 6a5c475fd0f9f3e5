import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fxDeviation, inverseOf, isInversePair, isKeptPair } from './fx.ts'

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
  expect([isKeptPair('7.1', '0.1408450704'), isKeptPair('0.00005', '20000'), isKeptPair('20000', '0.00005')]).toEqual([
    true,
    false,
    false,
  ])
})
test('a rate more than three percent off the one in force is warned of', () => {
  expect(fxDeviation('7.35', '7')).toEqual({ pct: '5.00', warns: true })
  expect(fxDeviation('7.12', '0.1393')).toMatchObject({ warns: true })
  expect(fxDeviation('7.21', '7')).toEqual({ pct: '3.00', warns: false })
  expect(fxDeviation('6.78', '7')).toEqual({ pct: '-3.14', warns: true })
})
