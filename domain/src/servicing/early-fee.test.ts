import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addDays } from '../local-date.ts'
import * as M from '../money.ts'
import { toDecimal } from '../money.ts'
import { parseDecimal, rational } from '../rational.ts'
import { payoffOn, planRepayment } from './plan-repayment.ts'
import { item, none, order, position, usd } from './servicing-orders.fixture.ts'

it('settling 90,000.00 in arrears 18 days early costs 714.00 interest and a fee of 90.00', () => {
  const life = order([item()], { earlyFeePct: parseDecimal('0.10') })
  expect(toDecimal(payoffOn(position(life), '2025-04-14').total)).toBe('90804.00')
  const plan = planRepayment(position(life), usd('100000'), { on: '2025-04-14', fundSource: 'COLLECTION' })
  expect(plan.earlyFees.map((one) => toDecimal(one.amount))).toEqual(['90.00'])
  expect([toDecimal(plan.totals.interest), toDecimal(plan.totals.reserve)]).toEqual(['714.00', '9196.00'])
})

describe('an early fee of 0.10 % with 6 % tax', () => {
  const life = order([item()], { earlyFeePct: parseDecimal('0.10'), earlyFeeTaxPct: rational(6) })
  const taxed = (paid: string, payer: 'BUYER' | 'SUPPLIER' = 'BUYER') =>
    planRepayment(position(life), usd(paid), { on: '2025-04-14', fundSource: 'COLLECTION', payer })
  it('is quoted with 5.40 of tax on 90.00, and taken so', () => {
    expect(toDecimal(payoffOn(position(life), '2025-04-14').total)).toBe('90809.40')
    for (const plan of [taxed('100000'), taxed('90809.40', 'SUPPLIER')]) {
      expect(plan.earlyFees.map((one) => [toDecimal(one.amount), toDecimal(one.tax)])).toEqual([['90.00', '5.40']])
      expect([toDecimal(plan.totals.fees), plan.settles]).toEqual(['95.40', true])
    }
  })
  it('is borne with its tax by the part that is paid', () => {
    const { earlyFees, totals } = taxed('45357')
    expect(earlyFees.map((one) => [toDecimal(one.amount), toDecimal(one.tax)])).toEqual([['44.60', '2.68']])
    expect([totals.interest, totals.fees, totals.principal].map(toDecimal)).toEqual(['714.00', '47.28', '44595.72'])
  })
})

test('a supplier that pays less than the payoff bears the early fee on what it repays, to the cent, and gets nothing back', () => {
  const arbitrary = fc.record({
    items: fc.array(fc.record({ advance: fc.integer({ min: 100, max: 2_000_000 }), days: fc.constantFrom(30, 45, 60) }), {
      minLength: 1,
      maxLength: 3,
    }),
    fee: fc.constantFrom('0.1', '1', '1.5', '20'),
    tax: fc.constantFrom(0, 6),
    day: fc.integer({ min: 1, max: 29 }),
    short: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constant(0), fc.double({ min: 0, max: 0.2, noNaN: true })),
  })
  fc.assert(
    fc.property(arbitrary, ({ items: wanted, fee, tax, day, short }) => {
      const items = wanted.map(({ advance, days }, index) => {
        const maturity = addDays('2025-03-03', days)
        return item({
          itemId: `I${index}`,
          number: `N-${index}`,
          advance: M.money(BigInt(advance), 'USD'),
          maturity,
          interestTo: maturity,
        })
      })
      const life = order(items, { earlyFeePct: parseDecimal(fee), earlyFeeTaxPct: rational(tax) })
      const on = addDays('2025-03-03', day)
      const state = position(life, '100000')
      const { total } = payoffOn(state, on)
      const less = BigInt(Math.floor(Number(total.minor) * short)) + 1n
      const receipt = M.money(total.minor > less ? total.minor - less : 1n, 'USD')
      const plan = planRepayment(state, receipt, { on, fundSource: 'COLLECTION', payer: 'SUPPLIER' })
      expect([toDecimal(plan.totals.refund), plan.settles]).toEqual(['0.00', false])
      for (const { itemId, advance } of items) {
        const paid = M.sum(
          plan.allocations.filter((one) => one.itemId === itemId && one.component === 'PRINCIPAL').map((one) => one.amount),
          'USD',
        )
        const taken = plan.earlyFees.find((one) => one.itemId === itemId)?.amount ?? none
        const due = (Number(paid.minor) * Number(fee)) / 100
        expect({ wanted, advance, off: Math.abs(Number(taken.minor) - due) > 1.5 }).toEqual({ wanted, advance, off: false })
      }
    }),
    { numRuns: 1000 },
  )
})

it('9,143.99 of a payoff of 9,144.00 leaves a cent of principal', () => {
  const life = order([item({ advance: usd('9000') })], { earlyFeePct: parseDecimal('1') }, '7.2')
  const at = '2025-04-02'
  expect(toDecimal(payoffOn(position(life), at).total)).toBe('9144.00')
  for (const payer of ['SUPPLIER', 'BUYER'] as const) {
    const { totals } = planRepayment(position(life), usd('9143.99'), { on: at, fundSource: 'COLLECTION', payer })
    const { interest, fees, principal, reserve, refund } = totals
    expect([interest, fees, principal, reserve, refund].map(toDecimal)).toEqual(['54.00', '90.00', '8999.99', '0.00', '0.00'])
  }
})
