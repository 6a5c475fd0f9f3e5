import { describe, expect, test } from 'vitest'
import { accept } from './accept.fixture.ts'
import { arpPayoff, settleArp } from './arp.ts'
import { dilute } from './dilution.ts'
import { earlyRebate } from './early-repayment.ts'
import { convert } from './fx.ts'
import * as M from './money.ts'
import { type OverdueTerms, overdueOn } from './overdue.fixture.ts'
import { borrowingBase } from './pool.ts'
import { parseDecimal as dec, toDecimalText } from './rational.ts'

const usd = (text: string) => M.fromDecimal(text, 'USD')
const texts = (...all: M.Money[]) => all.map(M.toDecimal)

describe('80,000.00 at 7 % unpaid at its maturity of 2025-06-25 with five days of grace', () => {
  const terms: OverdueTerms = {
    rate: dec('7.00'),
    dayCount: 'ACT_360',
    graceDays: 5,
    penaltyMode: 'RETROACTIVE',
    penalty: { penaltyMargin: dec('3.00') },
    calendars: [],
  }
  const on = (date: string, more: Partial<OverdueTerms> = {}) =>
    overdueOn(usd('80000.00'), '2025-06-25', date, { ...terms, ...more })
  test('paid on the last day of grace bears interest but no penalty', () => {
    const late = on('2025-06-30')
    expect([late.inGrace, ...texts(late.interest, late.penalty)]).toEqual([true, '77.78', '0.00'])
  })
  test('paid later bears the penalty from maturity', () => {
    const late = on('2025-07-03')
    expect(texts(late.interest, late.penalty, late.payoff)).toEqual(['124.44', '53.33', '80177.77'])
  })
  test('a prospective penalty counts from the end of grace, a multiplier on the contract rate', () => {
    expect(
      texts(
        on('2025-07-03', { penaltyMode: 'PROSPECTIVE' }).penalty,
        on('2025-07-03', { penalty: { multiplier: dec('1.5') } }).penalty,
      ),
    ).toEqual(['20.00', '62.22'])
  })
  test('the last day of grace rolls to a business day', () => {
    expect(on('2025-06-30', { graceDays: 3 }).graceEnd).toBe('2025-06-30')
    expect(texts(on('2025-06-30', { graceDays: 3 }).penalty)).toEqual(['0.00'])
  })
  test('paid at maturity it is not late', () => {
    expect(texts(on('2025-06-25').payoff)).toEqual(['80000.00'])
  })
})

describe('90,000.00 repaid 18 days early', () => {
  const repaidOn = '2025-04-14'
  const terms = {
    charged: usd('1020.00'),
    advance: usd('90000.00'),
    before: usd('90000.00'),
    after: usd('0.00'),
    fundedOn: '2025-03-03',
    repaidOn,
    earnedTo: repaidOn,
    interestTo: '2025-05-02',
    rate: dec('6.80'),
    dayCount: 'ACT_360',
    breakDays: 5,
  } as const
  test('gives back the unearned discount less five days', () => {
    const { unearned, breakInterest, rebate } = earlyRebate(terms)
    expect(texts(unearned, breakInterest, rebate)).toEqual(['306.00', '85.00', '221.00'])
  })
  test('gives nothing back when the product does not, and never less than nothing', () => {
    expect(
      texts(earlyRebate({ ...terms, rebateAllowed: false }).rebate, earlyRebate({ ...terms, breakDays: 30 }).rebate),
    ).toEqual(['0.00', '0.00'])
  })
})

test('credit notes eat the reserve first and are then a claim on the supplier', () => {
  const when = { on: '2025-06-02', calendars: [] }
  const first = dilute({ face: usd('50000.00'), reserve: usd('7500.00') }, usd('5000.00'), when)
  expect(texts(first.face, first.reserve, first.claim)).toEqual(['45000.00', '2500.00', '0.00'])
  const second = dilute(first, usd('4000.00'), when)
  expect(texts(second.face, second.reserve, second.claim)).toEqual(['41000.00', '0.00', '1500.00'])
  expect([first.claimDueDate, second.claimDueDate]).toEqual([null, '2025-06-09'])
})

test('a pool counts one buyer up to half, lowers its rate for dilution and draws no more than the facility', () => {
  const base = borrowingBase({
    currency: 'USD',
    eligibleByBuyer: [
      ['B1', '400000.00'],
      ['B2', '150000.00'],
      ['B3', '50000.00'],
    ].map(([buyerCode, eligible]) => ({ buyerCode: buyerCode!, eligible: usd(eligible!) })),
    concentrationPct: dec('50'),
    advanceRate: dec('85'),
    dilution12m: dec('7.2'),
    dilutionThreshold: dec('5'),
    drawn: usd('250000.00'),
    accrued: usd('3210.55'),
    lost: usd('1000.00'),
    facility: usd('400000.00'),
  })
  expect(toDecimalText(base.effectiveAdvanceRate, 1)).toBe('82.8')
  expect(texts(base.excessConcentration, base.netEligible, base.borrowingBase, base.availability, base.maxDrawing)).toEqual([
    '100000.00',
    '500000.00',
    '414000.00',
    '159789.45',
    '149000.00',
  ])
})

describe('converting one million yen to dollars', () => {
  const stored = { from: 'JPY', to: 'USD', rate: dec('0.0067'), inverse: dec('149.3500') }
  const yen = M.fromDecimal('1000000', 'JPY')
  test('divides by the direction that kept its digits, however the pair is stored', () => {
    const turned = { from: 'USD', to: 'JPY', rate: stored.inverse, inverse: stored.rate }
    for (const rates of [[stored], [turned]]) expect(texts(accept(convert(yen, 'USD', rates)).amount)).toEqual(['6695.68'])
    expect(texts(accept(convert(usd('100.00'), 'JPY', [stored])).amount)).toEqual(['14935'])
  })
  test('equal currencies need no rate, others do', () => {
    expect(accept(convert(yen, 'JPY', [])).amount).toEqual(yen)
    expect(convert(yen, 'EUR', [stored])).toEqual({ ok: false, refusal: 'FX_RATE_MISSING' })
    expect(convert(yen, 'EUR', [{ ...stored, from: 'KWD', to: 'EUR' }])).toEqual({ ok: false, refusal: 'FX_RATE_MISSING' })
  })
})

describe('purchase-order financing of 120,000.00 at 9 % converted after 60 days', () => {
  const loan = {
    principal: usd('120000.00'),
    segments: [{ principal: usd('120000.00'), ratePercent: dec('9'), from: '2025-02-03', to: '2025-04-04' }],
    dayCount: 'ACT_360',
  } as const
  const purchase = { advance: usd('170000.00'), discount: usd('2408.33'), fees: usd('50.00') }
  test('is paid off from the proceeds and the rest is cash', () => {
    const payoff = arpPayoff(loan)
    const settled = settleArp({ ...purchase, payoff })
    expect(texts(payoff.interest, payoff.payoff, settled.net, settled.cash)).toEqual([
      '1800.00',
      '121800.00',
      '167541.67',
      '45741.67',
    ])
    expect([settled.covered, settled.parentStatus]).toEqual([true, 'CONVERTED'])
  })
  test('a part shipment pays its share and all interest to date', () => {
    const payoff = arpPayoff({ ...loan, shipped: usd('50000.00'), convertible: usd('200000.00') })
    expect(texts(payoff.principal, payoff.interest, payoff.principalLeft)).toEqual(['30000.00', '1800.00', '90000.00'])
    expect(settleArp({ ...purchase, payoff }).parentStatus).toBe('PARTIALLY_REPAID')
  })
  test('proceeds below the payoff need a top-up before it may fund', () => {
    const small = { ...purchase, advance: usd('100000.00'), payoff: arpPayoff(loan) }
    expect([settleArp(small).covered, ...texts(settleArp(small).topUp, settleArp(small).cash)]).toEqual([
      false,
      '24258.33',
      '0.00',
    ])
    expect(settleArp({ ...small, topUpReceived: usd('24258.33') }).covered).toBe(true)
  })
})
