import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { dayCounts } from '../day-count.ts'
import { type DiscountMethod, discountOf } from '../interest.ts'
import { addDays } from '../local-date.ts'
import * as M from '../money.ts'
import { fromDecimal, toDecimal } from '../money.ts'
import * as Exact from '../rational.ts'
import { parseDecimal } from '../rational.ts'
import { unearnedOn } from './accrued.ts'
import { earnedTo, type ItemLife, type OrderLife, type ServicingTerms } from './life.ts'
import { planRepayment } from './plan-repayment.ts'
import { breakCostsOf, type DiscountRelease } from './rebates.ts'
import { servicingTerms } from './servicing-terms.fixture.ts'

const usd = (text: string) => fromDecimal(text, 'USD')
const none = usd('0')
const paidOut = '2025-03-03'
const advance = usd('90000')
const rate = parseDecimal('6.8')

type Bought = Partial<Pick<ServicingTerms, 'dayCount' | 'breakDays' | 'rebateAllowed'>> & {
  tenor?: number
  least?: number
  discount?: DiscountMethod
}
/** A purchase of 90,000.00 at 6.8 % in advance, of an invoice of 100,000.00. */
function bought({ tenor = 60, least = 0, discount = 'STRAIGHT', ...terms }: Bought = {}): OrderLife {
  const dayCount = terms.dayCount ?? 'ACT_360'
  const maturity = addDays(paidOut, tenor)
  const interestTo = addDays(paidOut, Math.max(tenor, least))
  const { fraction } = dayCounts[dayCount].measure(paidOut, interestTo)
  const client = M.fromRational(discountOf(advance, rate, fraction, discount), 'USD')
  const item: ItemLife = {
    itemId: 'I1',
    number: 'INV-1',
    fundedOn: paidOut,
    maturity,
    interestTo,
    ...(least > 0 ? { leastTo: addDays(paidOut, least) } : {}),
    advance,
    charged: { client, fund: client },
    principalPaid: [],
    released: [],
  }
  return {
    orderId: 'FO-1',
    currency: 'USD',
    terms: servicingTerms({ method: 'IN_ADVANCE', calendars: [], ...terms, dayCount }),
    rates: [{ from: paidOut, rate }],
    items: [item],
    cuts: [],
  }
}

type Paid = { readonly day: number; readonly amount: string; readonly by?: 'BUYER' | 'SUPPLIER' }
/** The rebate of each payment, the funder's part of the discount, and the order afterwards. */
function lived(order: OrderLife, payments: readonly Paid[]) {
  let life = order
  let [face, given] = [usd('100000'), none]
  const rebates: string[] = []
  const releases: DiscountRelease[] = []
  for (const { day, amount, by = 'BUYER' } of payments) {
    const on = addDays(paidOut, day)
    const item = life.items[0]!
    const principal = M.subtract(
      item.advance,
      M.sum(
        item.principalPaid.map((one) => one.amount),
        'USD',
      ),
    )
    const plan = planRepayment(
      {
        order: life,
        paid: new Map(),
        feesDue: none,
        buyerFees: none,
        receivable: { face, claim: none, reserve: M.subtract(face, principal) },
      },
      usd(amount),
      { on, fundSource: 'COLLECTION', payer: by },
    )
    const rebate = M.sum(
      plan.releases.map((one) => one.rebate),
      'USD',
    )
    rebates.push(toDecimal(rebate))
    releases.push(...plan.releases)
    given = M.add(given, rebate)
    face = M.subtract(face, M.subtract(usd(amount), plan.totals.refund))
    const paid = M.sum([plan.totals.principal, ...plan.heldToPrincipal.map((one) => one.amount)], 'USD')
    life = {
      ...life,
      cuts: [...life.cuts, on],
      items: [
        {
          ...item,
          principalPaid: [...item.principalPaid, { on, amount: paid }],
          released: [...item.released, ...plan.releases.map(({ client, fund }) => ({ on, client, fund }))],
        },
      ],
    }
  }
  return { rebates, releases, kept: M.subtract(order.items[0]!.charged.client, given), life }
}
const keptOf = (order: OrderLife, payments: readonly Paid[]) => toDecimal(lived(order, payments).kept)

// The rebate of a part p pays principal too: with a rebate of r on each dollar it is p × r ÷ (1 − r).
describe('least interest of thirty days on 90,000.00 at 6.8 %, sixty days in advance', () => {
  const least = bought({ least: 30 })
  it('is kept of a part: 30,000.00 on the tenth day gives back thirty days less the break', () =>
    expect(lived(least, [{ day: 10, amount: '30000' }]).rebates).toEqual(['142.34']))
  it('is kept of 54,000.00 on the tenth day, and all of the rest at maturity', () => {
    expect(keptOf(least, [{ day: 10, amount: '54000' }])).toBe('763.79')
    expect(
      keptOf(least, [
        { day: 10, amount: '54000' },
        { day: 60, amount: '46000' },
      ]),
    ).toBe('763.79')
  })
  it('is kept of a payment on the first day, without break days', () =>
    expect(keptOf(bought({ least: 30, breakDays: 0 }), [{ day: 1, amount: '54000', by: 'SUPPLIER' }])).toBe('712.26'))
  it('is kept in full of a full payment on the tenth day', () =>
    expect(keptOf(least, [{ day: 10, amount: '100000' }])).toBe('595.00'))
})

describe('a discount by yield', () => {
  // 90,000.00 − 90,000.00 ÷ (1 + 6.8 % × 60 ÷ 360) = 1,008.57.
  const byYield = bought({ discount: 'YIELD', breakDays: 0 })
  it('gives back of a part what was charged on that part, for the days that are left', () => {
    expect(lived(byYield, [{ day: 10, amount: '45000' }]).rebates).toEqual(['424.20'])
  })
  it('gives back of two halves no more than of the whole', () =>
    expect(lived(byYield, [{ day: 10, amount: '90000' }]).rebates).toEqual(['840.47']))
})

describe('principal that a rebate pays is repaid early as well', () => {
  // Thirty of sixty days at 6.8 %: 0.5667 % of what is repaid.
  const half = bought({ breakDays: 0 })
  it('so that 89,500.00 gives back what 90,000.00 does when the rebate pays the rest', () => {
    expect(keptOf(half, [{ day: 30, amount: '89500' }])).toBe('510.00')
    expect(keptOf(half, [{ day: 30, amount: '90000' }])).toBe('510.00')
  })
  it('and of a part its discount comes back: 45,000.00 and the rebate itself', () =>
    // 45,000.00 ÷ (1 − 0.56667 %) − 45,000.00 = 256.45.
    expect(lived(half, [{ day: 30, amount: '45000' }]).rebates).toEqual(['256.45']))
})

/** The break costs of each payment, and what of the discount the repayment of all principal earns at once. */
function endedBy(order: OrderLife, payments: readonly Paid[]) {
  const { releases } = lived(order, payments)
  return releases.map((release) => ({
    breakCosts: toDecimal(breakCostsOf(release)),
    earned: toDecimal(release.earned),
  }))
}

describe('the cent by which parts of a discount are rounded apart', () => {
  const payments = [
    { day: 2, amount: '15594.46' },
    { day: 75, amount: '44130.01' },
    { day: 81, amount: '12206.25' },
    { day: 103, amount: '17376.57' },
  ]
  it('is interest, and no break costs, once all principal is repaid', () =>
    expect(endedBy(bought({ tenor: 110, breakDays: 0 }), payments)).toEqual([
      ...Array(3).fill({ breakCosts: '0.00', earned: '0.00' }),
      { breakCosts: '0.00', earned: '0.01' },
    ]))
  it('leaves a product that gives nothing back its break costs', () =>
    // 1,020.00 for sixty days; thirty of them are left.
    expect(endedBy(bought({ rebateAllowed: false }), [{ day: 30, amount: '90000' }])).toEqual([
      { breakCosts: '510.00', earned: '0.00' },
    ]))
})

const terms = fc.record({
  tenor: fc.integer({ min: 1, max: 120 }),
  least: fc.integer({ min: 0, max: 60 }),
  breakDays: fc.integer({ min: 0, max: 10 }),
  discount: fc.constantFrom<DiscountMethod>('STRAIGHT', 'YIELD'),
  dayCount: fc.constantFrom('ACT_360' as const, 'ACT_365F' as const, '30_360' as const, '30E_360' as const),
})
const parts = fc.array(fc.integer({ min: 1, max: 4_000_000 }), { minLength: 1, maxLength: 5 })
const cents = (minor: number) => toDecimal(M.money(BigInt(minor), 'USD'))

test('splitting a payment never earns more rebate than paying it at once', () => {
  fc.assert(
    fc.property(terms, parts, fc.integer({ min: 0, max: 125 }), (product, amounts, day) => {
      const order = bought(product)
      const whole = amounts.reduce((sum, one) => sum + one, 0)
      const split = lived(
        order,
        amounts.map((amount) => ({ day, amount: cents(amount) })),
      ).kept
      const once = lived(order, [{ day, amount: cents(whole) }]).kept
      // A rebate pays principal, so each next part is rounded from another sum, by up to a cent.
      const cent = M.money(BigInt(amounts.length - 1), 'USD')
      expect(M.exceeds(once, M.add(split, cent)), `${toDecimal(split)} split, ${toDecimal(once)} at once`).toBe(false)
    }),
    { numRuns: 200 },
  )
})

test('the least interest is kept of each part of the principal, however it is paid', () => {
  fc.assert(
    fc.property(
      terms,
      fc.array(fc.record({ day: fc.integer({ min: 0, max: 125 }), amount: fc.integer({ min: 1, max: 4_000_000 }) }), {
        maxLength: 6,
      }),
      (product, payments) => {
        const order = bought(product)
        const item = order.items[0]!
        const inOrder = payments.sort((a, b) => a.day - b.day).map(({ day, amount }) => ({ day, amount: cents(amount) }))
        const { kept, life } = lived(order, inOrder)
        // Each part bears its charge up to the end of the minimum or its repayment; each payment is rounded once.
        const partTo = (to: string) => dayCounts[product.dayCount].measure(paidOut, to).fraction
        const [whole, charged] = [partTo(item.interestTo), item.charged.client]
        const keptOn = (principal: M.Money, to: string) =>
          Exact.mul(
            Exact.mul(M.toRational(charged), Exact.div(M.toRational(principal), M.toRational(advance))),
            Exact.div(Exact.min(partTo(to), whole), whole),
          )
        const { principalPaid } = life.items[0]!
        const owed = Exact.sum(principalPaid.map((one) => keptOn(one.amount, earnedTo(item, one.on))))
        const stillOut = M.subtract(
          advance,
          M.sum(
            principalPaid.map((one) => one.amount),
            'USD',
          ),
        )
        const owedAll = Exact.add(owed, keptOn(stillOut, item.interestTo))
        const atLeast = M.subtract(M.fromRational(owedAll, 'USD'), M.money(BigInt(payments.length), 'USD'))
        expect(M.exceeds(atLeast, kept), `${toDecimal(kept)} of at least ${toDecimal(atLeast)}`).toBe(false)
        // The whole charge is earned, given back or break cost, with no rest.
        expect(M.isNegative(unearnedOn(life, life.items[0]!, addDays(paidOut, 125)).client)).toBe(false)
      },
    ),
    { numRuns: 200 },
  )
})

test('a product without break days never charges break costs, however its orders are paid', () => {
  fc.assert(
    fc.property(
      terms,
      fc.array(fc.record({ day: fc.integer({ min: 0, max: 125 }), amount: fc.integer({ min: 1, max: 9_000_000 }) }), {
        minLength: 1,
        maxLength: 6,
      }),
      (product, payments) => {
        const inOrder = payments.sort((a, b) => a.day - b.day).map(({ day, amount }) => ({ day, amount: cents(amount) }))
        for (const { breakCosts } of endedBy(bought({ ...product, breakDays: 0 }), inOrder)) expect(breakCosts).toBe('0.00')
      },
    ),
    { numRuns: 300 },
  )
})
