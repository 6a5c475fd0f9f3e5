import { describe, expect, test } from 'vitest'
import * as M from '../money.ts'
import { parseDecimal } from '../rational.ts'
import { accruedOn } from './accrued.ts'
import type { OrderLife } from './life.ts'
import { interestEndOf, resetTo, restatedBy } from './restated.ts'
import { servicingTerms } from './servicing-terms.fixture.ts'

const usd = (text: string) => M.fromDecimal(text, 'USD')
const at = (from: string, rate: string) => ({ from, rate: parseDecimal(rate) })
/** 90,000.00 for the sixty days from 2025-03-03 to 2025-05-02. */
const order = (method: 'IN_ADVANCE' | 'IN_ARREARS', more: Partial<OrderLife> = {}, paid: [string, string][] = []): OrderLife => ({
  orderId: 'o',
  currency: 'USD',
  terms: servicingTerms({ method }),
  rates: [at('2025-03-03', '6.80')],
  cuts: paid.map(([on]) => on),
  items: [
    {
      itemId: 'i',
      number: 'I',
      fundedOn: '2025-03-03',
      maturity: '2025-05-02',
      interestTo: '2025-05-02',
      advance: usd('90000.00'),
      charged: method === 'IN_ADVANCE' ? { client: usd('1020.00'), fund: usd('1020.00') } : { client: usd('0'), fund: usd('0') },
      principalPaid: paid.map(([on, amount]) => ({ on, amount: usd(amount) })),
      released: [],
    },
  ],
  ...more,
})
const by = (...all: Parameters<typeof restatedBy>) => M.toDecimal(restatedBy(...all).client)

describe('an order whose benchmark was fixed a tenth of a percent too low', () => {
  const known = [at('2025-03-03', '6.90')]
  test('would have borne 2.50 more in ten days, and 15.00 to its maturity', () => {
    expect(by(order('IN_ARREARS'), known, '2025-03-13')).toBe('2.50')
    expect(by(order('IN_ARREARS'), known, '2025-05-02')).toBe('15.00')
  })
  test('would have borne 8.75 more where half was repaid on the tenth day', () => {
    expect(by(order('IN_ARREARS', {}, [['2025-03-13', '45000.00']]), known, '2025-05-02')).toBe('8.75')
  })
  test('would have had 15.00 more deducted in advance, from its first day on, and less discounted to yield', () => {
    expect(by(order('IN_ADVANCE'), known, '2025-03-04')).toBe('15.00')
    expect(by(order('IN_ADVANCE'), known, '2025-03-04', 'YIELD')).toBe('14.66')
  })
  test('differs for the days of that fixing alone where it was fixed again', () => {
    const twice = order('IN_ARREARS', { rates: [at('2025-03-03', '6.80'), at('2025-03-13', '7.00')] })
    expect(by(twice, [at('2025-03-03', '6.90'), at('2025-03-13', '7.00')], '2025-05-02')).toBe('2.50')
  })
})
test('one fixed too high would have borne less', () => {
  expect(by(order('IN_ARREARS'), [at('2025-03-03', '6.70')], '2025-05-02')).toBe('-15.00')
})

describe('the funder’s part of the difference', () => {
  const parts = (method: 'IN_ADVANCE' | 'IN_ARREARS', legRate: string | null, to: string) => {
    const fundLeg = legRate === null ? null : { rate: parseDecimal(legRate), dayCount: 'ACT_360' as const }
    const { client, fund } = restatedBy(
      order(method, { terms: servicingTerms({ method, fundLeg }) }),
      [at('2025-03-03', to)],
      '2025-05-02',
    )
    return [M.toDecimal(client), M.toDecimal(fund)]
  }
  test.each(['IN_ADVANCE', 'IN_ARREARS'] as const)(
    'is all of it without a leg of its own, else what its leg would earn (%s)',
    (method) => {
      expect(parts(method, null, '6.90')).toEqual(['15.00', '15.00'])
      // The platform's spread bears a correction as long as the client pays more than the funder's leg.
      expect(parts(method, '5.50', '6.90')).toEqual(['15.00', '0.00'])
      // Of the leg at 6.75 % = 1,012.50 a client at 6.70 % pays 1,005.00.
      expect(parts(method, '6.75', '6.70')).toEqual(['-15.00', '-7.50'])
    },
  )
})

test('interest ends with the loss of an order, or the day its principal was paid, and runs to today until then', () => {
  const half: [string, string] = ['2025-03-13', '45000.00']
  expect(interestEndOf(order('IN_ARREARS', {}, [half]), '2025-06-02')).toBe('2025-06-02')
  expect(interestEndOf(order('IN_ARREARS', {}, [half, ['2025-05-02', '45000.00']]), '2025-06-02')).toBe('2025-05-02')
  expect(interestEndOf(order('IN_ARREARS', {}, [half]), '2025-06-02', '2025-05-20')).toBe('2025-05-20')
  // What came in after the loss did not prolong it.
  expect(interestEndOf(order('IN_ARREARS', {}, [half, ['2025-05-30', '45000.00']]), '2025-06-02', '2025-05-20')).toBe(
    '2025-05-20',
  )
})

test('what is told of another fixing has the penalty that is a multiple of the rate', () => {
  const terms = servicingTerms({ method: 'IN_ARREARS', penalty: { multiplier: parseDecimal('1.5') }, graceDays: 0 })
  const late = order('IN_ARREARS', { terms })
  // Ten days after the maturity: 2.50 of interest, and half of it again as penalty.
  expect(by(late, [at('2025-03-03', '6.80'), at('2025-05-02', '6.90')], '2025-05-12')).toBe('3.75')
})

test('a penalty within the least number of days is a multiple of the rate of the funding, as the interest is at it', () => {
  const terms = servicingTerms({ method: 'IN_ARREARS', penalty: { multiplier: parseDecimal('1.5') }, graceDays: 0 })
  const reset = [at('2025-03-03', '6.80'), at('2025-05-04', '9.80')]
  const [item] = order('IN_ARREARS').items
  const life = order('IN_ARREARS', { terms, rates: reset, items: [{ ...item!, leastTo: '2025-05-06' }] })
  const penaltyOn = (day: string) => M.toDecimal(accruedOn(life, life.items[0]!, day).penalty)
  // Half of 17.00 a night, and of 24.50 from the end of the least days on.
  expect(penaltyOn('2025-05-06')).toBe('34.00')
  expect(penaltyOn('2025-05-08')).toBe('58.50')
})

test('a late fixing begins a period on the day that takes it alone, as the close does', () => {
  const rate = parseDecimal('7.00')
  const late = { rate, fixingDate: '2025-03-12' }
  const resets = ['2025-03-13', '2025-03-14', '2025-03-15', '2025-03-16', '2025-03-17', '2025-03-18'].map((on) => ({
    on,
    late: on <= '2025-03-15' ? late : null,
  }))
  const stood = [at('2025-03-03', '6.80'), at('2025-03-18', '6.80')]
  expect(resetTo(stood, resets).map(({ from }) => from)).toEqual(['2025-03-03', '2025-03-13', '2025-03-16', '2025-03-18'])
})
