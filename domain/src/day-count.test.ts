import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DayCountCode, dayCountCodes, dayCounts, withinPeriod } from './day-count.ts'
import { interestOf } from './interest.ts'
import { addDays } from './local-date.ts'
import { fromDecimal, toDecimal } from './money.ts'
import { isNegative, parseDecimal, sum, toDecimalText } from './rational.ts'

describe('interest on 1,000,000 at 6 % under the four conventions of the products', () => {
  const rows: [string, string, [DayCountCode, number, string][]][] = [
    [
      '2024-02-28',
      '2024-03-01',
      [
        ['ACT_360', 2, '333.33'],
        ['ACT_365F', 2, '328.77'],
        ['30_360', 3, '500.00'],
        ['30E_360', 3, '500.00'],
      ],
    ],
    [
      '2023-02-28',
      '2023-03-01',
      [
        ['ACT_360', 1, '166.67'],
        ['ACT_365F', 1, '164.38'],
        ['30_360', 3, '500.00'],
        ['30E_360', 3, '500.00'],
      ],
    ],
    [
      '2023-02-28',
      '2023-03-31',
      [
        ['ACT_360', 31, '5166.67'],
        ['ACT_365F', 31, '5095.89'],
        ['30_360', 33, '5500.00'],
        ['30E_360', 32, '5333.33'],
      ],
    ],
    [
      '2023-12-31',
      '2024-12-31',
      [
        ['ACT_360', 366, '61000.00'],
        ['ACT_365F', 366, '60164.38'],
        ['30_360', 360, '60000.00'],
        ['30E_360', 360, '60000.00'],
      ],
    ],
  ]
  test.each(rows.flatMap(([from, to, cells]) => cells.map((cell) => [from, to, ...cell] as const)))(
    '%s to %s under %s is %i days and %s',
    (from, to, code, days, amount) => {
      const principal = fromDecimal('1000000.00', 'USD')
      const interest = interestOf([{ principal, ratePercent: parseDecimal('6.00'), from, to }], code, 'USD')
      expect([interest.days, toDecimal(interest.amount)]).toEqual([days, amount])
    },
  )
})

describe('part of a year under each convention', () => {
  test.each<[DayCountCode, string, string, string]>([
    ['ACT_360', '2011-12-28', '2016-02-29', '4.2333333333'],
    ['ACT_365F', '2011-12-28', '2016-02-29', '4.1753424658'],
    ['ACT_364', '2011-12-28', '2016-02-28', '4.1840659341'],
    ['ACT_365_25', '2011-12-28', '2012-02-28', '0.1697467488'],
    ['ACT_365A', '2011-12-28', '2016-02-28', '4.1612021858'],
    ['ACT_365A', '2012-02-29', '2012-03-28', '0.0767123288'],
    ['NL_360', '2011-12-28', '2016-02-29', '4.2277777778'],
    ['NL_365', '2011-12-28', '2016-02-29', '4.1698630137'],
    ['ACT_ACT_ISDA', '1999-07-01', '2000-07-01', '1.0013773486'],
    ['ACT_ACT_ISDA', '2002-08-15', '2003-07-15', '0.9150684932'],
    ['ACT_ACT_AFB', '1999-07-01', '2000-07-01', '1.0000000000'],
    ['ACT_ACT_AFB', '2011-12-28', '2016-02-29', '4.1726027397'],
    ['ACT_ACT_YEAR', '2011-12-28', '2016-02-29', '4.1721311475'],
    ['30_360', '2008-02-28', '2008-03-31', '0.0916666667'],
    ['30_360_PSA', '2012-02-29', '2012-03-28', '0.0777777778'],
    ['30E_PLUS_360', '2012-05-30', '2013-08-31', '1.2527777778'],
    ['30E_365', '2012-02-29', '2012-03-28', '0.0767123288'],
    ['30_365', '2024-09-30', '2025-03-31', '0.4931506849'],
    ['30_360_US', '2007-02-28', '2007-08-31', '0.5000000000'],
    ['ONE_ONE', '2011-12-28', '2016-02-29', '1.0000000000'],
  ])('%s from %s to %s is %s', (code, from, to, expected) => {
    expect(toDecimalText(dayCounts[code].measure(from, to).fraction, 10)).toBe(expected)
  })

  test('the last day of the contract stays a February day under 30E/360 ISDA', () => {
    const { measure } = dayCounts['30E_360_ISDA']
    expect(measure('2011-08-31', '2012-02-29', { termination: '2012-02-29' }).days).toBe(179)
    expect(measure('2011-08-31', '2012-02-29').days).toBe(180)
  })

  test('ICMA measures within the regular period of the coupon and refuses without one', () => {
    const { measure } = dayCounts.ACT_ACT_ICMA
    const half = measure('2003-07-15', '2004-01-15', { referenceStart: '2003-07-15', referenceEnd: '2004-01-15' })
    expect(toDecimalText(half.fraction, 4)).toBe('0.5000')
    expect(() => measure('2003-07-15', '2004-01-15')).toThrow('regular period')
  })
})

test('no convention counts anything between a day and itself', () => {
  for (const code of dayCountCodes.filter((one) => one !== 'ONE_ONE' && one !== 'ACT_ACT_ICMA'))
    expect(dayCounts[code].measure('2025-03-15', '2025-03-15')).toEqual({ days: 0, fraction: { n: 0n, d: 1n } })
})

test('a product convention never counts less for a longer time', () => {
  const date = fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2020-01-01', days))
  fc.assert(
    fc.property(
      date,
      fc.integer({ min: 0, max: 800 }),
      fc.constantFrom<DayCountCode>('ACT_360', 'ACT_365F', '30_360', '30E_360'),
      (from, length, code) => {
        const { measure } = dayCounts[code]
        expect(measure(from, addDays(from, length + 1)).days).toBeGreaterThanOrEqual(measure(from, addDays(from, length)).days)
      },
    ),
  )
})

test('the parts of a split period add up to the whole in every convention, and no product convention gives a negative part', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 4000 }),
      fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 1, maxLength: 8 }),
      fc.constantFrom(...dayCountCodes.filter((one) => one !== 'ACT_ACT_ICMA' && one !== 'ONE_ONE')),
      (offset, lengths, code) => {
        const start = addDays('2020-01-01', offset)
        const days = [start]
        for (const length of lengths) days.push(addDays(days.at(-1)!, length))
        const parts = days.slice(1).map((to, index) => withinPeriod(code, { start }, days[index]!, to))
        expect(sum(parts)).toEqual(dayCounts[code].measure(start, days.at(-1)!).fraction)
        if (['ACT_360', 'ACT_365F', '30_360', '30E_360'].includes(code)) expect(parts.some(isNegative)).toBe(false)
      },
    ),
  )
})

describe('a tenor that ends on the last of February', () => {
  const tenor = { start: '2026-09-25', termination: '2028-02-29' }
  const days = (from: string, to: string) => {
    const { n, d } = withinPeriod('30E_360_ISDA', tenor, from, to)
    return Number((n * 360n) / d)
  }
  test('counts that day as it is, and its parts still add up', () => {
    expect(days('2026-09-25', '2028-02-29')).toBe(514)
    expect(days('2026-09-25', '2027-02-28') + days('2027-02-28', '2028-02-29')).toBe(514)
  })
  test('has late days that are counted from its end as from the 30th', () => {
    const late = withinPeriod('30E_360_ISDA', { start: '2028-02-29', termination: '2028-02-29' }, '2028-02-29', '2028-03-10')
    expect(Number((late.n * 360n) / late.d)).toBe(10)
  })
})
