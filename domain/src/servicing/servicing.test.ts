import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { calendar } from '../calendar.ts'
import { addDays } from '../local-date.ts'
import * as M from '../money.ts'
import { fromDecimal, toDecimal } from '../money.ts'
import { parseDecimal, rational } from '../rational.ts'
import { accrualOfDay, accruedOn, unearnedOn } from './accrued.ts'
import type { ItemLife, OrderLife, ServicingTerms } from './life.ts'
import { type OrderPosition, owedOn, owedTotal, payoffOn, planRepayment } from './plan-repayment.ts'

const usd = (text: string) => fromDecimal(text, 'USD')
const none = usd('0')
const terms = (over: Partial<ServicingTerms> = {}): ServicingTerms => ({
  method: 'IN_ARREARS',
  dayCount: 'ACT_360',
  graceDays: 5,
  penaltyMode: 'RETROACTIVE',
  penalty: { penaltyMargin: rational(3) },
  calendars: [calendar('US')],
  fundLeg: null,
  breakDays: 5,
  rebateAllowed: true,
  earlyFeePct: rational(0),
  ...over,
})
const item = (over: Partial<ItemLife> = {}): ItemLife => ({
  itemId: 'I1',
  number: 'INV-1',
  fundedOn: '2025-03-03',
  maturity: '2025-05-02',
  interestTo: '2025-05-02',
  advance: usd('90000'),
  charged: { client: none, fund: none },
  principalPaid: [],
  released: [],
  ...over,
})
const order = (
  items: ItemLife[],
  over: Partial<ServicingTerms> = {},
  rate = '6.8',
  more: Partial<OrderLife> = {},
): OrderLife => ({
  orderId: 'FO-1',
  currency: 'USD',
  terms: terms(over),
  rates: [{ from: '2000-01-01', rate: parseDecimal(rate) }],
  items,
  cuts: [],
  ...more,
})
const position = (life: OrderLife, face = '100000', more: Partial<OrderPosition> = {}): OrderPosition => ({
  order: life,
  paid: new Map(),
  feesDue: none,
  receivable: {
    face: usd(face),
    claim: none,
    reserve: M.subtract(
      usd(face),
      M.sum(
        life.items.map((one) => one.advance),
        'USD',
      ),
    ),
  },
  ...more,
})

describe('500,000.00 in arrears whose rate resets each month', () => {
  const loan = item({ advance: usd('500000'), fundedOn: '2025-01-15', maturity: '2025-03-31', interestTo: '2025-03-31' })
  const rates = [
    { from: '2025-01-15', rate: parseDecimal('6.55') },
    { from: '2025-02-01', rate: parseDecimal('6.60') },
    { from: '2025-03-01', rate: parseDecimal('6.57') },
  ]
  const life = order([loan], {}, '0', { rates })
  it('gives 2,371.53 interest and 197,628.47 principal from 200,000.00 on 10 February', () => {
    const { totals } = planRepayment(position(life, '500000', { receivable: null }), usd('200000'), {
      on: '2025-02-10',
      fundSource: 'COLLECTION',
    })
    expect([toDecimal(totals.interest), toDecimal(totals.principal)]).toEqual(['2371.53', '197628.47'])
  })
  it('is paid off by 305,080.27 at maturity', () => {
    const after = {
      ...life,
      cuts: ['2025-02-10'],
      items: [{ ...loan, principalPaid: [{ on: '2025-02-10', amount: usd('197628.47') }] }],
    }
    const paid = new Map([['I1', { interest: usd('2371.53'), penalty: none }]])
    expect(toDecimal(payoffOn({ ...position(after), paid }, '2025-03-31').total)).toBe('305080.27')
  })
})

describe('80,000.00 at 7 % due on 25 June with five days of grace', () => {
  const late = item({ advance: usd('80000'), fundedOn: '2025-06-25', maturity: '2025-06-25', interestTo: '2025-06-25' })
  const at = (day: string, over: Partial<ServicingTerms> = {}) => {
    const { interest, penalty } = accruedOn(order([late], over, '7'), late, day)
    return [toDecimal(interest), toDecimal(penalty)]
  }
  it('costs interest alone on the last day of grace', () => expect(at('2025-06-30')).toEqual(['77.78', '0.00']))
  it('costs a penalty from the maturity afterwards', () => expect(at('2025-07-03')).toEqual(['124.44', '53.33']))
  it('costs a penalty from the end of grace when so agreed', () =>
    expect(at('2025-07-03', { penaltyMode: 'PROSPECTIVE' })).toEqual(['124.44', '20.00']))
  it('costs half the rate more as a multiplier', () =>
    expect(at('2025-07-03', { penalty: { multiplier: parseDecimal('1.5') } })).toEqual(['124.44', '62.22']))
  it('bears no penalty on what was paid within the grace', () => {
    const half = { ...late, principalPaid: [{ on: '2025-06-27', amount: usd('40000') }] }
    expect(toDecimal(accruedOn(order([half], {}, '7'), half, '2025-07-03').penalty)).toBe('26.67')
  })
})

describe('90,000.00 bought with 1,020.00 in advance and repaid on 14 April', () => {
  const bought = item({ charged: { client: usd('1020'), fund: usd('872.88') } })
  const life = order([bought], { method: 'IN_ADVANCE' })
  it('gives 221.00 of the 306.00 unearned back, as reserve', () => {
    const plan = planRepayment(position(life), usd('100000'), { on: '2025-04-14', fundSource: 'COLLECTION' })
    expect(plan.releases.map(({ client, rebate }) => [toDecimal(client), toDecimal(rebate)])).toEqual([['306.00', '221.00']])
    expect([toDecimal(plan.totals.reserve), toDecimal(plan.rebateToReserve), plan.settles]).toEqual(['10000.00', '221.00', true])
  })
  it('lets the rebate of a part payment pay principal', () => {
    const plan = planRepayment(position(life), usd('45000'), { on: '2025-04-14', fundSource: 'COLLECTION' })
    expect(plan.rebateToPrincipal.map((one) => toDecimal(one.amount))).toEqual(['110.50'])
    expect([toDecimal(plan.rebateToReserve), plan.settles]).toEqual(['0.00', false])
  })
})

it('settling 90,000.00 in arrears 18 days early costs 714.00 interest and a fee of 90.00', () => {
  const life = order([item()], { earlyFeePct: parseDecimal('0.10') })
  expect(toDecimal(payoffOn(position(life), '2025-04-14').total)).toBe('90804.00')
  const plan = planRepayment(position(life), usd('100000'), { on: '2025-04-14', fundSource: 'COLLECTION' })
  expect(plan.earlyFees.map((one) => toDecimal(one.amount))).toEqual(['90.00'])
  expect([toDecimal(plan.totals.interest), toDecimal(plan.totals.reserve)]).toEqual(['714.00', '9196.00'])
})

it('a buyer who pays 100,500.00 at maturity gets 500.00 back and the supplier 8,980.00', () => {
  const { totals } = planRepayment(position(order([item()])), usd('100500'), { on: '2025-05-02', fundSource: 'COLLECTION' })
  expect([totals.interest, totals.principal, totals.reserve, totals.refund].map(toDecimal)).toEqual([
    '1020.00',
    '90000.00',
    '8980.00',
    '500.00',
  ])
})

it('posts 10,000.00 at 5 % over a week as 1.39 and once 1.38', () => {
  const small = item({ advance: usd('10000') })
  const life = order([small], {}, '5')
  const days = [0, 1, 2, 3, 4, 5, 6].map((n) => toDecimal(accrualOfDay(life, small, addDays('2025-03-03', n)).interest))
  expect(days).toEqual(['1.39', '1.39', '1.39', '1.39', '1.38', '1.39', '1.39'])
})

test('whatever is received and when, the parts add up to it and nothing is paid beyond what is owed', () => {
  const arbitrary = fc.record({
    method: fc.constantFrom('IN_ADVANCE' as const, 'IN_ARREARS' as const),
    advances: fc.array(fc.integer({ min: 1, max: 9_000_000 }), { minLength: 1, maxLength: 4 }),
    holdback: fc.integer({ min: 0, max: 2_000_000 }),
    receipt: fc.integer({ min: 1, max: 40_000_000 }),
    day: fc.integer({ min: 0, max: 200 }),
    fee: fc.constantFrom('0', '0.1', '1.5'),
    source: fc.constantFrom('COLLECTION' as const, 'INTEREST' as const),
  })
  fc.assert(
    fc.property(arbitrary, ({ method, advances, holdback, receipt, day, fee, source }) => {
      const items = advances.map((advance, index) =>
        item({
          itemId: `I${index}`,
          number: `INV-${index}`,
          advance: M.money(BigInt(advance), 'USD'),
          maturity: addDays('2025-03-03', 30 + 20 * index),
          interestTo: addDays('2025-03-03', 30 + 20 * index),
          charged:
            method === 'IN_ADVANCE'
              ? { client: M.money(BigInt(advance) / 100n, 'USD'), fund: M.money(BigInt(advance) / 120n, 'USD') }
              : { client: none, fund: none },
        }),
      )
      const life = order(items, { method, earlyFeePct: parseDecimal(fee) })
      const face = M.add(
        M.sum(
          items.map((one) => one.advance),
          'USD',
        ),
        M.money(BigInt(holdback), 'USD'),
      )
      const on = addDays('2025-03-03', day)
      const state = position(life, toDecimal(face))
      const amount = M.money(BigInt(receipt), 'USD')
      const plan = planRepayment(state, amount, { on, fundSource: source })
      expect(
        M.sum(
          plan.allocations.map((one) => one.amount),
          'USD',
        ),
      ).toEqual(amount)
      const { fees, penalty, interest, principal, reserve } = plan.totals
      const owed = owedOn(state, on)
      expect(
        M.exceeds(
          principal,
          M.sum(
            owed.map((one) => one.principal),
            'USD',
          ),
        ),
      ).toBe(false)
      expect(M.exceeds(M.sum([penalty, interest], 'USD'), owedTotal(owed, 'USD'))).toBe(false)
      const costs = M.sum([fees, penalty, interest], 'USD')
      const newClaim = M.atLeastZero(M.subtract(costs, state.receivable!.reserve))
      expect(M.exceeds(M.sum([costs, principal, reserve], 'USD'), M.add(face, newClaim))).toBe(false)
      // Reserve is only fed when nothing is owed any more.
      if (M.isPositive(reserve)) expect(plan.settles).toBe(true)
      for (const one of plan.releases) {
        const left = unearnedOn(life, items.find((i) => i.itemId === one.itemId)!, on)
        expect(M.exceeds(one.client, left.client) || M.exceeds(one.fund, left.fund) || M.exceeds(one.rebate, one.client)).toBe(
          false,
        )
      }
    }),
    { numRuns: 300 },
  )
})

describe('the last day of grace, once it is agreed', () => {
  // Maturity on Friday 2 May, five days of grace: Wednesday 7 May.
  const late = (calendars: ServicingTerms['calendars'], graceEnd?: string) => {
    const one = item(graceEnd ? { graceEnd } : {})
    return toDecimal(accruedOn(order([one], { calendars }), one, '2025-05-08').penalty)
  }
  const declaredLater = [calendar('US', { rest: ['2025-05-07'] })]
  it('is not moved by a holiday that was declared later, so that a penalty that was booked stands', () => {
    expect(late([calendar('US')], '2025-05-07')).toBe('45.00')
    expect(late(declaredLater, '2025-05-07')).toBe('45.00')
    expect(late(declaredLater)).toBe('0.00')
  })
})

describe('a receipt on an order of two buyers', () => {
  // A owes 100,000.00 due first, B 50,000.00 due a month later; nine tenths of each are advanced.
  const ofA = item({ itemId: 'A', number: 'A-1' })
  const ofB = item({ itemId: 'B', number: 'B-1', advance: usd('45000'), maturity: '2025-06-02', interestTo: '2025-06-02' })
  const life = order([ofA, ofB], {}, '0')
  const both = position(life, '150000')
  const from = (buyer: 'A' | 'B', amount: string, owes: string) =>
    planRepayment({ ...both, receivable: { ...both.receivable!, face: usd(owes) } }, usd(amount), {
      on: '2025-05-02',
      fundSource: 'COLLECTION',
      own: new Set([buyer]),
    })
  const lines = (plan: ReturnType<typeof from>) =>
    plan.allocations.map((one) => `${one.component} ${one.itemId} ${toDecimal(one.amount)}`)

  it('pays the items of the buyer who paid, though another is due earlier', () => {
    const plan = from('B', '45000', '50000')
    expect(lines(plan)).toEqual(['PRINCIPAL B 45000.00'])
    expect(plan.settles).toBe(false)
  })
  it('lowers what is left of the financing with what the buyer owes beyond its advance', () =>
    expect(lines(from('B', '50000', '50000'))).toEqual(['PRINCIPAL B 45000.00', 'PRINCIPAL A 5000.00']))
  it('takes no more from a buyer than it owes: the rest goes back to it', () => {
    const plan = from('B', '60000', '50000')
    expect(lines(plan)).toEqual(['PRINCIPAL B 45000.00', 'PRINCIPAL A 5000.00', 'REFUND null 10000.00'])
    expect(toDecimal(plan.totals.refund)).toBe('10000.00')
  })
  it('always adds up to what was paid, whoever pays whatever', () => {
    fc.assert(
      fc.property(fc.constantFrom('A' as const, 'B' as const), fc.integer({ min: 1, max: 20_000_000 }), (buyer, cents) => {
        const paid: M.Money = { minor: BigInt(cents), currency: 'USD' }
        const plan = from(buyer, toDecimal(paid), buyer === 'A' ? '100000' : '50000')
        expect(
          toDecimal(
            M.sum(
              plan.allocations.map((one) => one.amount),
              'USD',
            ),
          ),
        ).toBe(toDecimal(paid))
      }),
    )
  })
})
