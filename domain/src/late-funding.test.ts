import fc from 'fast-check'
import { expect, test } from 'vitest'
import { discountBetween, discountOfLateDays } from './late-funding.ts'
import { addDays } from './local-date.ts'
import * as M from './money.ts'
import { parseDecimal } from './rational.ts'

const usd = (text: string) => M.fromDecimal(text, 'USD')
const terms = {
  advance: usd('90000'),
  rate: parseDecimal('6.8'),
  method: 'STRAIGHT',
  dayCount: 'ACT_360',
  fundLeg: { rate: parseDecimal('5.9'), dayBase: 365 },
  to: '2025-05-02',
} as const

test('60 days were deducted and the money was out for 53: seven days of 90,000.00 at 6.80 % come back', () => {
  const charged = discountBetween({ ...terms, from: '2025-03-03' })
  expect([M.toDecimal(charged.client), M.toDecimal(charged.fund)]).toEqual(['1020.00', '872.88'])
  const back = discountOfLateDays(charged, { ...terms, from: '2025-03-10' })
  expect([M.toDecimal(back.client), M.toDecimal(back.fund)]).toEqual(['119.00', '101.84'])
})

test('the remaining charge is principal × rate × days of the money out, however late it was paid', () =>
  fc.assert(
    fc.property(
      fc.record({
        minor: fc.bigInt({ min: 1n, max: 10n ** 15n }),
        currency: fc.constantFrom('USD', 'JPY', 'KWD'),
        rate: fc.integer({ min: 0, max: 30_000 }),
        method: fc.constantFrom('STRAIGHT' as const, 'YIELD' as const),
        dayCount: fc.constantFrom('ACT_360' as const, 'ACT_365F' as const, '30E_360' as const),
        late: fc.integer({ min: 0, max: 200 }),
        tenor: fc.integer({ min: 0, max: 180 }),
      }),
      ({ minor, currency, rate, late, tenor, ...kind }) => {
        const all = { ...kind, advance: M.money(minor, currency), rate: parseDecimal((rate / 1000).toFixed(3)), fundLeg: null }
        const to = addDays('2025-01-31', tenor)
        const from = addDays('2025-01-31', Math.min(late, tenor))
        const charged = discountBetween({ ...all, from: '2025-01-31', to })
        const back = discountOfLateDays(charged, { ...all, from, to })
        expect(M.subtract(charged.client, back.client)).toEqual(discountBetween({ ...all, from, to }).client)
        expect(M.isNegative(M.subtract(charged.fund, back.fund))).toBe(false)
        expect(M.exceeds(back.fund, back.client)).toBe(false)
      },
    ),
  ))
