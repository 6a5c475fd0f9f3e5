import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currencyScales } from './currencies.ts'
import * as M from './money.ts'

const usd = (text: string) => M.fromDecimal(text, 'USD')
const texts = (all: readonly M.Money[]) => all.map(M.toDecimal)

describe('amounts as text', () => {
  test.each([
    ['100', 'USD', '100.00'],
    ['12.5', 'USD', '12.50'],
    ['100', 'JPY', '100'],
    ['100.0000', 'JPY', '100'],
    ['95.834', 'KWD', '95.834'],
    ['-0.05', 'EUR', '-0.05'],
    ['1.2345', 'CLF', '1.2345'],
  ])('%s %s is stored and shown as %s', (text, currency, shown) => {
    expect(M.toDecimal(M.fromDecimal(text, currency))).toBe(shown)
  })

  test.each(['NaN', 'Infinity', '1e3', '0x10', '', ' ', ' 1', '1 ', '1,000.00', '+1', '.5', '5.', '１', '9'.repeat(101)])(
    '%j is not an amount',
    (text) => {
      expect(M.parseAmount(text, 'USD')).toEqual({ ok: false, refusal: 'NOT_AN_AMOUNT' })
    },
  )

  test.each([
    ['1.001', 'USD'],
    ['0.5', 'JPY'],
    ['1.0001', 'KWD'],
  ])('%s has more decimals than %s has', (text, currency) => {
    expect(M.parseAmount(text, currency)).toEqual({ ok: false, refusal: 'AMOUNT_SCALE' })
    expect(() => M.fromDecimal(text, currency)).toThrow(M.AmountScaleError)
  })

  test.each([
    ['9999999999999.99', 'USD', true],
    ['-9999999999999.999', 'KWD', true],
    ['0010000000000.00', 'USD', true],
    ['10000000000000.00', 'USD', false],
    ['10000000000000', 'JPY', false],
  ])('%s %s is entered: %s, and is read where it is a sum', (text, currency, entered) => {
    expect(M.parseAmount(text, currency)).toMatchObject(entered ? { ok: true } : { ok: false, refusal: 'AMOUNT_TOO_LARGE' })
    expect(M.readAmount(text, currency).ok).toBe(true)
  })

  test('every amount survives being written and read again, in every currency', () => {
    fc.assert(
      fc.property(fc.constantFrom(...currencyScales.keys()), fc.bigInt(-(10n ** 30n), 10n ** 30n), (currency, minor) => {
        expect(M.readAmount(M.toDecimal(M.money(minor, currency)), currency)).toEqual({ ok: true, value: { minor, currency } })
      }),
    )
  })
})

test('amounts of two currencies are never combined', () => {
  expect(() => M.add(usd('1.00'), M.fromDecimal('1', 'JPY'))).toThrow('Cannot combine USD with JPY')
})

test('a product of an amount is rounded once in the named way', () => {
  expect(texts([M.mulDiv(usd('0.05'), 1n, 2n), M.mulDiv(usd('0.05'), 1n, 2n, 'DOWN'), M.mulDiv(usd('-0.05'), 1n, 2n)])).toEqual([
    '0.03',
    '0.02',
    '-0.03',
  ])
})

describe('splitting an amount', () => {
  const split = (total: M.Money, weights: readonly bigint[]) =>
    M.splitByWeights(
      total,
      weights.map((weight) => ({ weight })),
    )

  test('50,000.00 over three principals gives the leftover cents to the largest remainders', () => {
    const principals = ['33333.33', '27777.77', '12345.67'].map(usd)
    const parts = split(
      usd('50000.00'),
      principals.map((one) => one.minor),
    )
    expect(texts(parts)).toEqual(['22689.08', '18907.56', '8403.36'])
    expect(texts(principals.map((one, index) => M.subtract(one, parts[index]!)))).toEqual(['10644.25', '8870.21', '3942.31'])
  })

  test('100.00 and 1,000 yen over three equal shares', () => {
    expect(texts(split(usd('100.00'), [1n, 1n, 1n]))).toEqual(['33.34', '33.33', '33.33'])
    expect(texts(split(M.fromDecimal('1000', 'JPY'), [1n, 1n, 1n]))).toEqual(['334', '333', '333'])
  })

  test('a tie goes to the earlier due date and then to the lower number', () => {
    const shares = [
      { weight: 1n, dueDate: '2025-05-02', number: 'A' },
      { weight: 1n, dueDate: '2025-05-01', number: 'C' },
      { weight: 1n, dueDate: '2025-05-01', number: 'B' },
    ]
    expect(texts(M.splitByWeights(usd('0.01'), shares))).toEqual(['0.00', '0.00', '0.01'])
    expect(texts(M.splitByWeights(usd('0.02'), shares))).toEqual(['0.00', '0.01', '0.01'])
  })

  test('a split loses nothing, creates nothing and stays within one minor unit of the exact share', () => {
    const weights = fc
      .array(fc.bigInt(0n, 10n ** 12n), { minLength: 1, maxLength: 12 })
      .filter((all) => all.some((one) => one > 0n))
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 14n), weights, (minor, all) => {
        const parts = split(M.money(minor, 'USD'), all)
        const sum = all.reduce((a, b) => a + b)
        expect(M.sum(parts, 'USD').minor).toBe(minor)
        for (const [index, part] of parts.entries()) {
          const away = part.minor * sum - minor * all[index]!
          expect(away > -sum && away < sum).toBe(true)
        }
      }),
    )
  })
})
