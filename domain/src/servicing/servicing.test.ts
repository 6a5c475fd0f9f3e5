import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { calendar } from '../calendar.ts'
import { dayCounts } from '../day-count.ts'
import { simpleInterest, splitLegs } from '../interest.ts'
import { addDays } from '../local-date.ts'
import * as M from '../money.ts'
import { toDecimal } from '../money.ts'
import { overdueOn } from '../overdue.fixture.ts'
import { parseDecimal, rational } from '../rational.ts'
import { accrualOfDay, accruedOn, unearnedOn } from './accrued.ts'
import type { OrderLife, ServicingTerms } from './life.ts'
import { owedOn, owedTotal, payoffOn, planRepayment } from './plan-repayment.ts'
import { item, none, order, position, usd } from './servicing-orders.fixture.ts'

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
  it('costs no penalty for days before the payment', () => {
    const life = { maturity: '2025-06-02', fundedOn: '2025-06-20' }
    const one = item({ ...life, interestTo: '2025-06-20' })
    const nights = ['2025-06-20', '2025-06-21', '2025-06-22'].map((day) => accrualOfDay(order([one]), one, day).penalty)
    const { penalty } = accruedOn(order([one]), one, '2025-06-23')
    expect([toDecimal(penalty), toDecimal(M.sum(nights, 'USD'))]).toEqual(['22.50', '22.50'])
    expect(toDecimal(accruedOn(order([one]), one, '2025-06-20').penalty)).toBe('0.00')
  })
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
    expect(plan.heldToPrincipal.map((one) => toDecimal(one.amount))).toEqual(['110.77'])
    expect([toDecimal(plan.rebateToReserve), plan.settles]).toEqual(['0.00', false])
  })
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
    planRepayment(both, usd(amount), {
      on: '2025-05-02',
      fundSource: 'COLLECTION',
      own: { items: new Set([buyer]), face: usd(owes) },
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

describe('a least number of interest days', () => {
  const short = { maturity: '2025-03-15', interestTo: '2025-03-15', leastTo: '2025-04-02' }
  const paidInFull = (life: OrderLife, on: string) =>
    planRepayment(position(life), usd('100000'), { on, fundSource: 'COLLECTION' })
  const costOn = (life: OrderLife, on: string) => {
    const plan = paidInFull(life, on)
    return [toDecimal(plan.totals.interest), plan.releases.map((one) => toDecimal(one.rebate))]
  }
  it('in arrears charges twelve days as thirty: 510.00, at maturity, before it and three days late', () => {
    const life = order([item(short)])
    for (const on of ['2025-03-15', '2025-03-04', '2025-03-18']) expect(costOn(life, on)).toEqual(['510.00', []])
  })
  it('in arrears is charged on sixty days that ended on the tenth, and later days as usual', () => {
    const life = order([item({ leastTo: '2025-04-02' })])
    expect(costOn(life, '2025-03-13')).toEqual(['510.00', []])
    expect(costOn(life, '2025-05-02')).toEqual(['1020.00', []])
  })
  it('in advance is never given back: twelve days charged as thirty', () => {
    const bought = item({ ...short, interestTo: '2025-04-02', charged: { client: usd('510'), fund: usd('510') } })
    const life = order([bought], { method: 'IN_ADVANCE' })
    for (const on of ['2025-03-15', '2025-03-04', '2025-03-18']) expect(costOn(life, on)).toEqual(['0.00', []])
  })
  it('in advance keeps thirty of sixty days when repaid on the tenth, less the break', () => {
    const bought = item({ leastTo: '2025-04-02', charged: { client: usd('1020'), fund: usd('1020') } })
    const life = order([bought], { method: 'IN_ADVANCE' })
    expect(costOn(life, '2025-03-13')).toEqual(['0.00', ['425.00']])
  })
  it('is earned with the funding, so that a receipt of that day finds it in the books', () => {
    const arrears = order([item(short)])
    expect(toDecimal(accrualOfDay(arrears, arrears.items[0]!, '2025-03-03').interest)).toBe('510.00')
    expect(toDecimal(accrualOfDay(arrears, arrears.items[0]!, '2025-03-04').interest)).toBe('0.00')
  })
  it('in advance counts on the discount left by a late bank: 17.00 a day for sixteen days, three of them at once', () => {
    const late = item({
      fundedOn: '2025-03-05',
      maturity: '2025-03-21',
      interestTo: '2025-03-21',
      leastTo: '2025-03-08',
      charged: { client: usd('306'), fund: usd('306') },
      released: [{ on: '2025-03-05', client: usd('34'), fund: usd('34'), atFunding: true }],
    })
    const life = order([late], { method: 'IN_ADVANCE' })
    const earnedBefore = (on: string) => toDecimal(accruedOn(life, late, on).earned)
    expect(['2025-03-05', '2025-03-06', '2025-03-11', '2025-03-21'].map(earnedBefore)).toEqual([
      '51.00',
      '51.00',
      '102.00',
      '272.00',
    ])
    expect(toDecimal(unearnedOn(life, late, '2025-03-11').client)).toBe('170.00')
  })
  test('is what a quote says, on every day of repayment, whatever the day count', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('ACT_360', 'ACT_365F', '30_360', '30E_360' as const),
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 90 }),
        (dayCount, paidAfter, least, tenor) => {
          const [maturity, leastTo] = [addDays('2025-03-03', tenor), addDays('2025-03-03', least)]
          const life = order([item({ maturity, interestTo: maturity, leastTo })], { dayCount: dayCount as 'ACT_360' })
          const on = addDays('2025-03-03', paidAfter)
          const interest = owedOn(position(life), on)[0]!.interest
          const through = (to: string) =>
            M.fromRational(
              simpleInterest(
                usd('90000'),
                parseDecimal('6.8'),
                dayCounts[dayCount as 'ACT_360'].measure('2025-03-03', to).fraction,
              ),
              'USD',
            )
          expect(M.isNegative(M.subtract(interest, through(leastTo)))).toBe(false)
          if (on <= leastTo) expect(interest).toEqual(through(leastTo))
        },
      ),
    )
  })
})

describe('a day count of thirty-day months', () => {
  const split = (over: Partial<ServicingTerms> = {}) => {
    const one = item({ principalPaid: [{ on: '2025-03-31', amount: usd('0.01') }] })
    return toDecimal(accruedOn(order([one], { dayCount: '30_360', ...over }), one, '2025-05-02').interest)
  }
  it('charges 1,003.00 for 59 days, even if a cent is paid on the 31st', () => expect(split()).toBe('1003.00'))
  it('counts each stretch by itself where an order was funded so', () => expect(split({ countsApart: true })).toBe('1020.00'))
  it('gives the quoted interest in every convention, whatever days split it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('ACT_360' as const, 'ACT_365F' as const, '30_360' as const, '30E_360' as const),
        fc.constantFrom('IN_ARREARS' as const, 'IN_ADVANCE' as const),
        fc.array(fc.integer({ min: 1, max: 119 }), { maxLength: 5 }),
        (dayCount, method, days) => {
          const [maturity, dates] = [
            addDays('2025-03-03', 120),
            days.sort((a, b) => a - b).map((day) => addDays('2025-03-03', day)),
          ]
          const { fraction } = dayCounts[dayCount].measure('2025-03-03', maturity)
          const quoted = M.fromRational(simpleInterest(usd('90000'), parseDecimal('6.8'), fraction), 'USD')
          const charged = method === 'IN_ADVANCE' ? { client: quoted, fund: quoted } : { client: none, fund: none }
          const one = item({
            maturity,
            interestTo: maturity,
            charged,
            principalPaid: dates.map((on) => ({ on, amount: usd('0.01') })),
            released: method === 'IN_ADVANCE' ? dates.map((on) => ({ on, client: none, fund: none })) : [],
          })
          const rates = ['2025-03-03', ...dates].map((from) => ({ from, rate: parseDecimal('6.8') }))
          const { interest, earned } = accruedOn(order([one], { dayCount, method }, '0', { rates }), one, maturity)
          expect(toDecimal(M.add(interest, earned))).toBe(toDecimal(quoted))
        },
      ),
    )
  })
})

describe('money that a bank paid out after the maturity', () => {
  // Due on 6 March, paid out on the 11th, paid back on the 12th: a day of 90,000.00 at 3 %.
  const late = item({ fundedOn: '2025-03-11', maturity: '2025-03-06', interestTo: '2025-03-11' })
  const penaltyOn = (day: string, over: Partial<ServicingTerms>) => toDecimal(accruedOn(order([late], over), late, day).penalty)
  it.each(['RETROACTIVE', 'PROSPECTIVE'] as const)('bears a penalty for the day it was out, %s', (penaltyMode) => {
    for (const graceDays of [0, 5]) {
      expect(penaltyOn('2025-03-12', { penaltyMode, graceDays })).toBe('7.50')
      expect(penaltyOn('2025-03-11', { penaltyMode, graceDays })).toBe('0.00')
    }
  })
})

describe('81,000.00 due on 1 June 2027 with ten days of grace and a penalty of 3 % from their end, by ACT/365A', () => {
  const late = item({ advance: usd('81000'), fundedOn: '2027-03-01', maturity: '2027-06-01', interestTo: '2027-06-01' })
  const life = order([late], { dayCount: 'ACT_365A', penaltyMode: 'PROSPECTIVE', graceDays: 10 })
  it('counts the days from the end of grace as a period of their own, and the nights of the books add up to the payoff', () => {
    const known = { rate: parseDecimal('6.8'), graceDays: 10, penaltyMode: 'PROSPECTIVE', calendars: [calendar('US')] } as const
    const penalties = new Map<string, string>()
    let nights = none
    for (let day = '2027-06-11'; day < '2028-03-10'; day = addDays(day, 1)) {
      nights = M.add(nights, accrualOfDay(life, late, day).penalty)
      const on = addDays(day, 1)
      const { penalty } = accruedOn(life, late, on)
      const terms = { ...known, dayCount: 'ACT_365A', penalty: { penaltyMargin: rational(3) } } as const
      expect(toDecimal(nights)).toBe(toDecimal(penalty))
      expect(toDecimal(owedOn(position(life), on)[0]!.penalty)).toBe(toDecimal(penalty))
      expect(toDecimal(overdueOn(usd('81000'), '2027-06-01', on, terms).penalty)).toBe(toDecimal(penalty))
      penalties.set(on, toDecimal(penalty))
    }
    // 262 of 365 days, then 263 of 366: the year of a period with a leap day has 366 days.
    expect([penalties.get('2028-02-28'), penalties.get('2028-02-29')]).toEqual(['1744.27', '1746.15'])
  })
})

describe("a fund leg above the client's rate", () => {
  const leg = { rate: rational(9), dayCount: 'ACT_360' as const }
  it("earns the funder the client's interest and no more, and costs the platform nothing", () => {
    const life = order([item()], { fundLeg: leg })
    const { interest, fund } = accruedOn(life, life.items[0]!, '2025-05-02')
    expect([toDecimal(interest), toDecimal(fund)]).toEqual(['1020.00', '1020.00'])
    const legs = splitLegs(usd('1020.00'), {
      advance: usd('90000'),
      fundRatePercent: leg.rate,
      fundDayCount: 'ACT_360',
      from: '2025-03-03',
      to: '2025-05-02',
    })
    expect([toDecimal(legs.fund), toDecimal(legs.spread)]).toEqual(['1020.00', '0.00'])
  })

  it('takes back nothing of the spread that earlier rates earned, whatever the rate falls to', () => {
    // Nights at 6.80 % of 90,000.00 earn the platform 7.00 over a leg of 4 %; nights at 2.50 % earn it nothing, and the funder 6.25.
    const days = (count: number) => addDays('2025-03-03', count)
    const rates = [
      { from: days(0), rate: parseDecimal('6.8') },
      { from: days(4), rate: parseDecimal('2.5') },
      { from: days(10), rate: parseDecimal('6.8') },
    ]
    const life = order([item()], { fundLeg: { rate: rational(4), dayCount: 'ACT_360' } }, '0', { rates })
    const booked = days(12)
    const { interest, fund } = accruedOn(life, life.items[0]!, booked)
    expect([toDecimal(interest), toDecimal(fund)]).toEqual(['139.50', '97.50'])
    let before = M.zero('USD')
    for (let night = 1; night <= 12; night++) {
      const now = accruedOn(life, life.items[0]!, days(night))
      const spread = M.subtract(now.interest, now.fund)
      expect(M.isNegative(M.subtract(spread, before)), `night ${night}`).toBe(false)
      before = spread
    }
  })
})

describe("a buyer's own fees of 20.00", () => {
  const life = order([item()])
  const plan = (paid: string, payer: 'BUYER' | 'SUPPLIER' = 'BUYER') =>
    planRepayment(position(life, '100000', { buyerFees: usd('20') }), usd(paid), {
      on: '2025-05-02',
      fundSource: 'COLLECTION',
      payer,
    })
  it('are paid by what the buyer pays beyond the receivable, and neither cost the supplier nor come back', () => {
    const { totals, settles } = plan('100020')
    expect([totals.fees, totals.reserve, totals.buyerFees, totals.refund].map(toDecimal)).toEqual([
      '0.00',
      '8980.00',
      '20.00',
      '0.00',
    ])
    expect(settles).toBe(true)
  })
  it('stay owed where the buyer pays the invoice alone', () => {
    const { totals, settles } = plan('100000')
    expect([totals.reserve, totals.buyerFees, totals.refund].map(toDecimal)).toEqual(['8980.00', '0.00', '0.00'])
    expect(settles).toBe(true)
  })
  it("are never taken from the supplier's money", () => {
    expect(toDecimal(plan('120000', 'SUPPLIER').totals.buyerFees)).toBe('0.00')
  })
})
