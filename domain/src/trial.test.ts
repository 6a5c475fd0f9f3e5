import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accept } from './accept.fixture.ts'
import { contractedFaceOf, type FinanceDocument } from './eligibility.ts'
import type { FeeRule } from './fees.ts'
import * as M from './money.ts'
import { equals, parseDecimal, rational, toDecimalText } from './rational.ts'
import { type TrialInput, type TrialProduct, trialCalculation } from './trial.ts'

const dec = parseDecimal
const money = (text: string, currency = 'USD') => M.fromDecimal(text, currency)
const fee = (code: FeeRule['code'], basis: FeeRule['basis'], value: string, more: Partial<FeeRule> = {}): FeeRule => ({
  code,
  basis,
  value: dec(value),
  payer: 'SUPPLIER',
  beneficiary: 'PLATFORM',
  timing: 'FUNDING',
  ...more,
})
const fourFees = [
  fee('SERVICE', 'PCT_FACE', '0.25'),
  fee('HANDLING', 'FLAT', '50.00'),
  fee('PLATFORM', 'PCT_PA_ADVANCE', '0.50'),
  fee('FUNDER', 'PCT_ADVANCE', '0.10'),
]
const invoice = (more: Partial<FinanceDocument> = {}): FinanceDocument => ({
  docType: 'INVOICE',
  docId: 'i1',
  number: 'INV-1',
  dueDate: '2025-05-02',
  amount: money('100000.00'),
  confirmedAmount: more.amount ?? money('100000.00'),
  docStatus: 'CONFIRMED',
  financeStatus: 'UNFINANCED',
  ...more,
})
const purchase: TrialProduct = {
  id: 'p1',
  type: 'RECEIVABLE_PURCHASE',
  currencies: ['USD', 'JPY', 'KWD', 'CNY'],
  advanceRate: dec('90'),
  minTenor: 0,
  maxTenor: 180,
  interestMethod: 'IN_ADVANCE',
  discountMethod: 'STRAIGHT',
  rateType: 'FLOATING',
  baseRateType: 'SOFR',
  margin: dec('2.50'),
  dayCount: 'ACT_360',
  resetFrequency: 'NONE',
  lookbackBd: 2,
  bdConvention: 'FOLLOWING',
  accrualShift: 'SC',
  minInterestDays: 0,
}
const input = (
  product: Partial<TrialProduct> = {},
  documents: readonly FinanceDocument[] = [invoice()],
  more: Partial<TrialInput> = {},
): TrialInput => ({
  request: {
    financingProductId: 'p1',
    funderCode: 'F1',
    buyerCode: 'B1',
    currency: documents[0]!.amount.currency,
    fundingDate: '2025-03-03',
    items: documents.map(({ docType, docId }) => ({ docType, docId })),
  },
  product: { ...purchase, ...product },
  documents,
  fixings: [{ type: 'SOFR', effectiveDate: '2025-02-27', revision: 1, percentRate: dec('4.30') }],
  fees: fourFees,
  limits: [],
  calendars: [],
  asOf: '2025-03-03',
  relationshipEnabled: true,
  buyerEnabled: true,
  supplierEnabled: true,
  crossAged: false,
  intraGroup: false,
  ...more,
})
const trial = (...all: Parameters<typeof input>) => accept(trialCalculation(input(...all)))
const asking = (applyAmount: string, more: Partial<TrialInput> = {}) => {
  const base = input({}, [invoice()], more)
  return trialCalculation({ ...base, request: { ...base.request, items: [{ docType: 'INVOICE', docId: 'i1', applyAmount }] } })
}

test('100,000.00 financed at 90 % for 60 days with the discount in advance pays out 88,515.00', () => {
  const { items, total } = trial()
  const [item] = items
  expect([item!.days, toDecimalText(item!.rate, 2)]).toEqual([60, '6.80'])
  expect(
    [item!.applyAmount, item!.reserve, item!.interest, ...item!.fees.map((one) => one.amount), item!.net].map(M.toDecimal),
  ).toEqual(['90000.00', '10000.00', '1020.00', '250.00', '50.00', '75.00', '90.00', '88515.00'])
  expect([M.toDecimal(total.net), toDecimalText(total.allInApr!, 4)]).toEqual(['88515.00', '10.0661'])
})

test('in arrears the same request pays out 89,535.00 and owes 1,020.00 at maturity', () => {
  const { total } = trial({ interestMethod: 'IN_ARREARS' })
  expect([total.net, total.interest].map(M.toDecimal)).toEqual(['89535.00', '1020.00'])
})

test('discounted to yield it costs 1,008.57', () => {
  expect(M.toDecimal(trial({ discountMethod: 'YIELD' }).total.interest)).toBe('1008.57')
})

describe('funded on the day it is due', () => {
  const dueNow = [invoice({ dueDate: '2025-03-03' })]
  test('it bears no interest and no yearly fee, but the flat ones', () => {
    const { items, total } = trial({}, dueNow)
    expect([items[0]!.interest, items[0]!.fees[2]!.amount, total.net].map(M.toDecimal)).toEqual(['0.00', '0.00', '89610.00'])
    expect(total.allInApr).toBeNull()
  })
  test('seven days of minimum interest are 119.00 and are said to be', () => {
    const { items, warnings } = trial({ minInterestDays: 7 }, dueNow)
    expect(M.toDecimal(items[0]!.interest)).toBe('119.00')
    expect(warnings).toContainEqual({ code: 'MIN_INTEREST_APPLIED', docId: 'i1', detail: '7' })
  })
  test('a product with a minimum tenor refuses it', () => {
    expect(trialCalculation(input({ minTenor: 1 }, dueNow))).toEqual({
      ok: false,
      refusal: { code: 'TENOR_OUT_OF_RANGE', days: 0, min: 1, max: 180 },
    })
  })
})

test('yen are whole: advance down, interest and fee half up', () => {
  const { total } = trial(
    { advanceRate: dec('85'), rateType: 'FIXED', margin: dec('2.277'), dayCount: 'ACT_365F' },
    [invoice({ amount: money('12345678', 'JPY'), dueDate: '2025-04-17' })],
    { fees: [fee('FUNDER', 'PCT_ADVANCE', '0.30')] },
  )
  expect([total.applyAmount, total.interest, total.feesAtFunding, total.net, total.reserve].map(M.toDecimal)).toEqual([
    '10493826',
    '29459',
    '31481',
    '10432886',
    '1851852',
  ])
})

test('dinars keep three decimals', () => {
  const { total } = trial(
    { advanceRate: dec('80'), rateType: 'FIXED', margin: dec('5.75') },
    [invoice({ amount: money('25000.125', 'KWD'), dueDate: '2025-04-02' })],
    { fees: [] },
  )
  expect([total.applyAmount, total.interest].map(M.toDecimal)).toEqual(['20000.100', '95.834'])
})

test('the fund leg earns 872.88 of the 1,020.00 and the platform keeps 147.12', () => {
  const { total } = trial({ fundLeg: { rate: dec('5.90'), dayBase: 365 } })
  expect([total.fundInterest!, total.spread!].map(M.toDecimal)).toEqual(['872.88', '147.12'])
})

test('converting purchase-order financing leaves 45,741.67 in cash', () => {
  const { total } = trial(
    { advanceRate: dec('85'), rateType: 'FIXED', margin: dec('6.80') },
    [invoice({ amount: money('200000.00'), dueDate: '2025-06-18', poFinanced: true })],
    {
      request: { ...input().request, fundingDate: '2025-04-04' },
      asOf: '2025-04-04',
      fees: [fee('HANDLING', 'FLAT', '50.00')],
      arpPayoff: money('121800.00'),
    },
  )
  expect([total.interest, total.net, total.cashToSupplier, total.topUp].map(M.toDecimal)).toEqual([
    '2408.33',
    '167541.67',
    '45741.67',
    '0.00',
  ])
})

describe('what is refused', () => {
  test.each([
    ['1e3', 'NOT_AN_AMOUNT'],
    ['1.005', 'AMOUNT_SCALE'],
    ['0.00', 'AMOUNT_NOT_POSITIVE'],
    ['90000.01', 'AMOUNT_EXCEEDS_MAX_ADVANCE'],
  ])('an amount of %s is %s', (amount, code) =>
    expect(asking(amount)).toMatchObject({ ok: false, refusal: { code, docId: 'i1' } }),
  )

  test('more than a limit leaves, naming the tightest limit', () => {
    const limits = [
      { type: 'SUPPLIER_FACILITY', available: money('80000.00') },
      { type: 'BUYER', available: money('50000.00') },
    ]
    expect(asking('60000.00', { limits })).toMatchObject({
      refusal: { code: 'LIMIT_EXCEEDED', limitType: 'BUYER', available: money('50000.00') },
    })
  })
  test('a floating rate without a fixing before the look-back day', () => {
    expect(trialCalculation(input({}, undefined, { fixings: [] }))).toMatchObject({
      refusal: { code: 'NO_FIXING', baseRateType: 'SOFR' },
    })
  })
  test.each<[string, Partial<FinanceDocument>]>([
    ['DISPUTED', { docStatus: 'DISPUTED' }],
    ['NOT_CONFIRMED', { docStatus: 'SUBMITTED' }],
    ['LOCKED', { financeStatus: 'LOCKED' }],
    ['PO_FINANCED', { poFinanced: true }],
    ['NOTHING_LEFT', { payments: money('100000.00') }],
  ])('an invoice that is %s', (reason, more) => {
    expect(trialCalculation(input({}, [invoice(more)]))).toEqual({
      ok: false,
      refusal: { code: 'INVOICE_NOT_ELIGIBLE', items: [{ docId: 'i1', reasons: [reason] }] },
    })
  })
})

test('an amount left open is cut to what the limits leave, earliest due first, and says so', () => {
  const later = invoice({ docId: 'i2', number: 'INV-2', dueDate: '2025-05-05' })
  const { items, warnings } = trial({}, [later, invoice()], { limits: [{ type: 'BUYER', available: money('100000.00') }] })
  expect(items.map((item) => M.toDecimal(item.applyAmount))).toEqual(['10000.00', '90000.00'])
  expect(warnings).toContainEqual({ code: 'LIMIT_CAPPED', docId: 'i2', detail: '10000.00' })
})

test('an invoice that does not count is shown with its reasons and adds nothing', () => {
  const { items, total, warnings } = trial({}, [invoice(), invoice({ docId: 'i2', number: 'INV-2', docStatus: 'DISPUTED' })])
  expect(items[1]!.reasons).toEqual(['DISPUTED'])
  expect([total.face, total.net].map(M.toDecimal)).toEqual(['100000.00', '88515.00'])
  expect(warnings).toContainEqual({ code: 'ITEM_NOT_ELIGIBLE', docId: 'i2', detail: 'DISPUTED' })
})

test('dilution above its threshold lowers the advance rate point by point', () => {
  const { total } = trial({ dilutionThreshold: dec('5') }, undefined, { dilution12m: dec('7.2') })
  expect(M.toDecimal(total.applyAmount)).toBe('87800.00')
})

test.each([
  ['credited', { adjustments: money('10000.00') }, '225.00'],
  ['paid in part', { payments: money('60000.00') }, '100.00'],
  ['raised by a debit note', { debitNotes: money('20000.00') }, '300.00'],
  ['a purchase order, invoiced in part', { docType: 'PO', invoiced: money('40000.00') }, '250.00'],
] satisfies [string, Partial<FinanceDocument>, string][])(
  'of a document that is %s a fee on the face is measured on the contracted one',
  (_, more, expected) => {
    const { fees, items } = trial({}, [invoice(more)], { fees: [fee('SERVICE', 'PCT_FACE', '0.25')] })
    expect(M.toDecimal(fees[0]!.amount)).toBe(expected)
    expect(fees[0]!.base).toEqual(
      M.toRational(contractedFaceOf(items[0]!, { face: items[0]!.face, net: items[0]!.netReceivable })),
    )
  },
)

test('a fee is held to its minimum, then taxed, and the tax is rounded on its own', () => {
  const { fees, total } = trial({}, undefined, {
    fees: [fee('SERVICE', 'PCT_FACE', '0.01', { min: money('33.33'), taxPct: dec('6') })],
  })
  expect([fees[0]!.amount, fees[0]!.tax, total.feesAtFunding].map(M.toDecimal)).toEqual(['33.33', '2.00', '35.33'])
})

describe('the explanation', () => {
  test('shows the discount in words and numbers, with its day count and fixing', () => {
    const figure = trial().explain.find((one) => one.key === 'interest' && one.docId === 'i1')!
    expect(figure).toMatchObject({
      formula: 'applyAmount × rate ÷ 100 × yearFraction',
      dayCount: { code: 'ACT_360', days: 60, fraction: '1/6', from: '2025-03-03', to: '2025-05-02' },
      fixing: { effectiveDate: '2025-02-27', percentRate: '4.3', lookbackBd: 2 },
      rounding: { mode: 'HALF_UP', scale: 2 },
      unrounded: '1020',
      result: '1020.00',
      unit: 'USD',
    })
    expect(figure.inputs.slice(0, 3)).toEqual([
      { name: 'applyAmount', value: '90000.00', unit: 'USD' },
      { name: 'rate', value: '6.8', unit: 'PERCENT' },
      { name: 'days', value: '60', unit: 'DAYS' },
    ])
  })

  test('covers every figure of the answer with the very same number', () => {
    const { items, total, explain } = trial({ fundLeg: { rate: dec('5.90'), dayBase: 365 } })
    const shown = (key: string, docId?: string) => explain.find((one) => one.key === key && one.docId === docId)?.result
    for (const key of ['face', 'netReceivable', 'eligible', 'maxAdvance', 'applyAmount', 'interest', 'net', 'reserve'] as const) {
      expect(shown(key, 'i1')).toBe(M.toDecimal(items[0]![key]))
      expect(shown(key)).toBe(M.toDecimal(total[key]))
    }
    for (const key of ['feesAtFunding', 'feesAtSettlement', 'fundInterest', 'spread'] as const)
      expect(shown(key)).toBe(M.toDecimal(total[key]!))
    expect([shown('rate'), shown('days', 'i1'), shown('maturity', 'i1'), shown('allInApr')]).toEqual([
      '6.8',
      '60',
      '2025-05-02',
      '10.0661',
    ])
    expect(explain.filter((one) => one.key === 'fee').map((one) => one.result)).toEqual(['250.00', '50.00', '75.00', '90.00'])
  })
})

describe('the text behind the pricing hash', () => {
  const other = invoice({ docId: 'i2', number: 'INV-2' })
  test('does not depend on the order of items, the spelling of rates or free limits', () => {
    const one = trial({}, [invoice(), other]).canonicalPricing
    expect(
      trial({ margin: dec('2.5') }, [other, invoice()], { limits: [{ type: 'BUYER', available: money('900000.00') }] })
        .canonicalPricing,
    ).toBe(one)
  })
  test('changes with the fixing, a fee, the funding day and the amount', () => {
    const fixings = [{ type: 'SOFR', effectiveDate: '2025-02-27', revision: 2, percentRate: dec('4.30') }]
    const texts = [
      trial(),
      trial({}, undefined, { fixings: [...input().fixings, ...fixings] }),
      trial({}, undefined, { fees: fourFees.slice(1) }),
      trial({}, undefined, { request: { ...input().request, fundingDate: '2025-03-04' } }),
      accept(asking('89999.99')),
    ].map((one) => one.canonicalPricing)
    expect(new Set(texts).size).toBe(5)
  })
})

test('net is what is advanced less discount and fees, item by item and in total, whatever is asked', () => {
  const amounts = fc.array(fc.bigInt(100n, 10n ** 10n), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(
      amounts,
      fc.integer({ min: 0, max: 1500 }),
      fc.constantFrom('IN_ADVANCE', 'IN_ARREARS'),
      (minors, marginBps, interestMethod) => {
        const documents = minors.map((minor, index) =>
          invoice({ docId: `d${index}`, number: `N${index}`, amount: M.money(minor, 'USD') }),
        )
        const { items, total } = trial(
          { margin: dec((marginBps / 100).toFixed(2)), interestMethod: interestMethod as 'IN_ADVANCE' },
          documents,
        )
        const deducted = interestMethod === 'IN_ADVANCE' ? total.interest.minor : 0n
        expect(total.net.minor).toBe(total.applyAmount.minor - deducted - total.feesAtFunding.minor)
        expect(
          M.sum(
            items.map((item) => item.net),
            'USD',
          ),
        ).toEqual(total.net)
        for (const item of items) expect(M.add(item.applyAmount, item.reserve)).toEqual(item.netReceivable)
      },
    ),
    { numRuns: 60 },
  )
})

describe('what the money costs a year, all in', () => {
  const inDays = (days: number) => new Date(Date.UTC(2025, 2, 3 + days)).toISOString().slice(0, 10)

  test('counts the days for which the money is out: ninety days of least interest on seven days are 87.43 %', () => {
    const terms = { rateType: 'FIXED', margin: dec('6.80'), interestMethod: 'IN_ARREARS', minInterestDays: 90 } as const
    const { total, explain } = trial(terms, [invoice({ dueDate: inDays(7) })], { fees: [] })
    expect(toDecimalText(total.allInApr!, 2)).toBe('87.43')
    expect(explain.find(({ key }) => key === 'allInApr')!.inputs).toEqual([
      { name: 'cost', value: '1530.00', unit: 'USD' },
      { name: 'weightedNet', value: '1750', unit: 'USD' },
    ])
  })

  test('has a warning beyond the bounds of a product proof, since the document may be smaller and shorter', () => {
    const told = (amount: string, flat: string, timing: 'FUNDING' | 'SETTLEMENT' = 'FUNDING') =>
      trial({}, [invoice({ amount: money(amount) })], { fees: [fee('BANK', 'FLAT', flat, { timing })] }).warnings.map(
        ({ code, detail }) => `${code} ${detail}`,
      )
    expect(told('1000.00', '30.00')).toEqual([])
    expect(told('1000.00', '50.00')).toEqual(['COSTS_MUCH 43.01'])
    expect(told('1000.00', '130.00')).toEqual(['COSTS_MORE_THAN_MONEY 110.71'])
    expect(told('1000.00', '889.80')).toEqual(['NET_NOT_POSITIVE 0.00'])
    expect(told('1000.00', '900.00', 'SETTLEMENT')).toEqual(['NET_NOT_POSITIVE -10.20'])
  })

  test('is every payment of the supplier beyond its money, over the days it had that money, for any terms', () => {
    const anyFee = fc.record({
      basis: fc.constantFrom('FLAT' as const, 'PCT_FACE' as const, 'PCT_PA_ADVANCE' as const),
      value: fc.integer({ min: 0, max: 200 }).map((bps) => rational(bps, 100)),
      taxPct: fc.constantFrom(rational(0), rational(6)),
      timing: fc.constantFrom('FUNDING' as const, 'SETTLEMENT' as const),
      payer: fc.constantFrom('SUPPLIER' as const, 'SUPPLIER' as const, 'BUYER' as const),
    })
    fc.assert(
      fc.property(
        fc.array(fc.record({ minor: fc.bigInt(10_000n, 10n ** 10n), days: fc.integer({ min: 1, max: 150 }) }), {
          minLength: 1,
          maxLength: 4,
        }),
        fc.record({
          interestMethod: fc.constantFrom('IN_ADVANCE' as const, 'IN_ARREARS' as const),
          discountMethod: fc.constantFrom('STRAIGHT' as const, 'YIELD' as const),
          dayCount: fc.constantFrom('ACT_360' as const, 'ACT_365F' as const),
          minInterestDays: fc.constantFrom(0, 7, 30, 90),
          margin: fc.integer({ min: 0, max: 1500 }).map((bps) => rational(bps, 100)),
        }),
        fc.array(anyFee, { maxLength: 3 }),
        (documents, terms, fees) => {
          const codes = ['SERVICE', 'HANDLING', 'PLATFORM'] as const
          const outcome = trialCalculation(
            input(
              terms,
              documents.map(({ minor, days }, index) =>
                invoice({ docId: `d${index}`, number: `N${index}`, amount: M.money(minor, 'USD'), dueDate: inDays(days) }),
              ),
              { fees: fees.map((one, index) => ({ ...fee(codes[index]!, one.basis, '0'), ...one })) },
            ),
          )
          if (!outcome.ok) return
          const { items, total } = outcome.value
          // Every cash flow of its own: the payout on the first day, later payments by item and fee.
          const received = (at: number) => items[at]!.net.minor
          const back = items.map(
            (item) =>
              item.applyAmount.minor +
              (terms.interestMethod === 'IN_ARREARS' ? item.interest.minor : 0n) +
              item.fees
                .filter((one) => one.payer === 'SUPPLIER' && one.timing === 'SETTLEMENT')
                .reduce((all, one) => all + one.amount.minor + one.tax.minor, 0n),
          )
          const cost = back.reduce((all, amount, at) => all + amount - received(at), 0n)
          const daysOut = (maturity: string) => BigInt((Date.parse(maturity) - Date.parse('2025-03-03')) / 86_400_000)
          const moneyDays = items.reduce((all, { maturity }, at) => all + received(at) * daysOut(maturity), 0n)
          const year = terms.dayCount === 'ACT_360' ? 360n : 365n
          if (moneyDays <= 0n) expect(total.allInApr).toBeNull()
          else expect(equals(total.allInApr!, rational(cost * year * 100n, moneyDays))).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('documents of several buyers on one order', () => {
  const alpha = invoice({ docId: 'a1', number: 'A-1', buyerId: 'A', amount: money('100000.00') })
  const beta = invoice({ docId: 'b1', number: 'B-1', buyerId: 'B', amount: money('50000.00'), dueDate: '2025-05-05' })
  const gamma = invoice({ docId: 'b2', number: 'B-2', buyerId: 'B', amount: money('20000.00'), dueDate: '2025-05-06' })
  const good = { relationshipEnabled: true, buyerEnabled: true, supplierEnabled: true, crossAged: false, intraGroup: false }
  const amounts = (all: ReturnType<typeof trial>) =>
    Object.fromEntries(all.items.map((item) => [item.docId, M.toDecimal(item.applyAmount)]))
  const both = (more: Partial<TrialInput>, product: Partial<TrialProduct> = {}) =>
    trial({ rateType: 'FIXED', ...product }, [alpha, beta, gamma], { buyers: { A: good, B: good }, ...more })

  test('are each judged by their own buyer, and the reasons stand with the document', () => {
    const { items, total } = both({ buyers: { A: { ...good, crossAged: true, stop: 'STOP_LIMIT' }, B: good } })
    expect(items.map((item) => [item.docId, item.reasons])).toEqual([
      ['a1', ['CROSS_AGED', 'STOP_LIMIT']],
      ['b1', []],
      ['b2', []],
    ])
    expect(M.toDecimal(total.applyAmount)).toBe('63000.00')
  })

  test('are advanced less only where their own buyer is diluted, and the explanation says so per document', () => {
    const { items, explain, warnings } = both(
      { buyers: { A: { ...good, dilution12m: dec('7') }, B: { ...good, dilution12m: dec('1') } } },
      { dilutionThreshold: dec('5') },
    )
    expect(items.map((item) => toDecimalText(item.advanceRate, 2))).toEqual(['88.00', '90.00', '90.00'])
    expect(explain.filter(({ key }) => key === 'advanceRate').map(({ docId, result }) => [docId, result])).toEqual([
      ['a1', '88'],
      ['b1', '90'],
      ['b2', '90'],
    ])
    expect(warnings.filter(({ code }) => code === 'ADVANCE_RATE_REDUCED')).toEqual([
      { code: 'ADVANCE_RATE_REDUCED', docId: 'a1', detail: '88' },
    ])
  })

  test('are named by each part of a sum', () => {
    const { items, explain } = both({ buyers: { A: good, B: good } })
    for (const key of ['applyAmount', 'interest', 'net', 'reserve'] as const)
      expect(explain.find((one) => one.key === key && !one.docId)!.inputs.map(({ docId, value }) => [docId, value])).toEqual(
        items.map((item) => [item.docId, M.toDecimal(item[key])]),
      )
  })

  test('stand under the limit of their own buyer, and all of them under that of the supplier', () => {
    const ofBeta = { type: 'BUYER', buyerId: 'B', available: money('50000.00') }
    expect(amounts(both({ limits: [ofBeta] }))).toEqual({ a1: '90000.00', b1: '45000.00', b2: '5000.00' })
    const facility = { type: 'SUPPLIER_FACILITY', available: money('100000.00') }
    expect(amounts(both({ limits: [facility, ofBeta] }))).toEqual({ a1: '90000.00', b1: '10000.00', b2: '0.00' })
    const none = { type: 'BUYER', buyerId: 'B', available: money('0.00') }
    expect(amounts(both({ limits: [none] }))).toEqual({ a1: '90000.00', b1: '0.00', b2: '0.00' })
  })

  test('are refused when what is asked for goes beyond the limit of one buyer, or when no buyer has any left', () => {
    const base = input({ rateType: 'FIXED' }, [alpha, beta], { buyers: { A: good, B: good } })
    const limits = [{ type: 'BUYER', buyerId: 'B', available: money('30000.00') }]
    const asked = { ...base.request, items: [{ docType: 'INVOICE' as const, docId: 'b1', applyAmount: '30000.01' }] }
    expect(trialCalculation({ ...base, limits, request: asked })).toMatchObject({
      ok: false,
      refusal: { code: 'LIMIT_EXCEEDED' },
    })
    const spent = ['A', 'B'].map((buyerId) => ({ type: 'BUYER', buyerId, available: money('0.00') }))
    expect(trialCalculation({ ...base, limits: spent })).toMatchObject({ ok: false, refusal: { code: 'LIMIT_EXCEEDED' } })
  })

  test('never take more than any limit leaves, whoever it counts', () => {
    const cents = fc.bigInt({ min: 0n, max: 20_000_000n }).map((minor): M.Money => ({ minor, currency: 'USD' }))
    fc.assert(
      fc.property(cents, cents, cents, (ofA, ofB, ofAll) => {
        const limits = [
          { type: 'BUYER', buyerId: 'A', available: ofA },
          { type: 'BUYER', buyerId: 'B', available: ofB },
          { type: 'SUPPLIER_FACILITY', available: ofAll },
        ]
        const outcome = trialCalculation(
          input({ rateType: 'FIXED' }, [alpha, beta, gamma], { buyers: { A: good, B: good }, limits }),
        )
        if (!outcome.ok) return
        const taken = (ids: string[]) =>
          outcome.value.items.filter((one) => ids.includes(one.docId)).reduce((all, one) => all + one.applyAmount.minor, 0n)
        expect(taken(['a1']) <= ofA.minor && taken(['b1', 'b2']) <= ofB.minor).toBe(true)
        expect(taken(['a1', 'b1', 'b2']) <= ofAll.minor).toBe(true)
      }),
    )
  })
})
