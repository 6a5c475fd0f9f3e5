import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type FeeRule, feeBases } from '../fees.ts'
import { feeCodes, feePayers } from '../ledger/fee-lines.ts'
import * as M from '../money.ts'
import { parseDecimal, rational, toDecimalText, zero } from '../rational.ts'
import { at, closed, funded, received } from './living.ts'
import { fee, proved } from './product.fixture.ts'
import { type ProvedProduct, proveProduct } from './prove.ts'
import { sampleOf } from './sample.ts'
import { facesOf, smallFace, usualFace } from './sizes.ts'

const paidLives = ['EARLY', 'ON_TIME', 'LATE', 'PARTLY_PAID', 'DILUTED'] as const
const withEarlyFee = (percent: number) => ({ ...proved().servicing, breakDays: 0, earlyFeePct: rational(percent) })
const life = (one: ProvedProduct, name: string) => proveProduct(one).lives.find((each) => each.name === name)!
const warnings = (one: ProvedProduct) =>
  proveProduct(one).warnings.map(({ warning, life: name, percent, amount }) =>
    [warning, name, percent && toDecimalText(percent, 2), amount && M.toDecimal(amount)].join(' ').trim(),
  )
const harms = (one: ProvedProduct) => proveProduct(one).harms.map(({ harm, life: name }) => `${harm} ${name}`)

describe('a product of 90 % at 6.80 % in arrears with a service fee of 100.00', () => {
  const one = proved({}, [fee()])
  it('costs its supplier 1,020.00 and 100.00 on time, and the buyer its invoice', () => {
    const result = life(one, 'ON_TIME')
    expect(
      [result.supplierReceives, result.supplierInterest, result.buyerPays, result.funderEarns, result.platformEarns].map(
        M.toDecimal,
      ),
    ).toEqual(['98880.00', '1020.00', '100000.00', '1020.00', '100.00'])
  })
  it('is lived early, on time, late, partly paid, diluted and defaulted, and harms nobody', () => {
    expect(proveProduct(one).lives.map(({ name }) => name)).toEqual([
      'EARLY',
      'ON_TIME',
      'LATE',
      'PARTLY_PAID',
      'DILUTED',
      'DEFAULTED',
    ])
    expect(harms(one)).toEqual([])
    expect(M.isNegative(life(one, 'DEFAULTED').funderEarns)).toBe(true)
  })
})

it.each([
  [
    'a fund leg above the client’s rate',
    proved({ fundLeg: { rate: rational(9), dayBase: 360 } }),
    ['FUND_LEG_ABOVE_CLIENT ON_TIME'],
  ],
  ['fees that eat the advance', proved({}, [fee({ basis: 'PCT_FACE', value: rational(95) })]), ['COSTS_EXCEED_ADVANCE ON_TIME']],
  [
    'a fee of the funder above its interest',
    proved({}, [fee({ payer: 'FUNDER', value: rational(800) })]),
    ['FUNDER_LOSES EARLY', 'FUNDER_LOSES ON_TIME', 'FUNDER_LOSES PARTLY_PAID', 'FUNDER_LOSES DILUTED'],
  ],
  [
    'a fee of the platform that nothing earns',
    proved({}, [fee({ code: 'FUNDER', payer: 'PLATFORM', beneficiary: 'FUNDER' })]),
    paidLives.map((name) => `PLATFORM_LOSES ${name}`),
  ],
  [
    'tenors that no business day meets',
    proved({ minTenor: 2, maxTenor: 2, maturityOffsetDays: 0 }, [], { on: '2025-03-06' }),
    ['NEVER_FINANCED null'],
  ],
  [
    'a fee of the buyer as high as its debt',
    proved({}, [fee({ payer: 'BUYER', basis: 'PCT_FACE', value: rational(100) })]),
    paidLives.map((name) => `BUYER_OVERCHARGED ${name}`),
  ],
  [
    'a fee that the buyer pays with its tax above a twentieth of the face',
    proved({}, [fee({ payer: 'BUYER', basis: 'PCT_FACE', value: rational(5), taxPct: rational(1) })]),
    paidLives.map((name) => `BUYER_OVERCHARGED ${name}`),
  ],
  ['a fee of the buyer of a twentieth', proved({}, [fee({ payer: 'BUYER', basis: 'PCT_FACE', value: rational(5) })]), []],
  [
    'a supplier whose money costs more than itself in a year',
    proved({}, [fee({ basis: 'PCT_ADVANCE', value: rational(20) })]),
    ['SUPPLIER_OVERCHARGED ON_TIME'],
  ],
  [
    'an early fee that eats what was advanced',
    proved({ advanceRate: rational(10), margin: rational(60) }, [], { servicing: withEarlyFee(95) }),
    ['COSTS_EXCEED_ADVANCE EARLY'],
  ],
])('%s is named with the life that shows it', (_name, one, expected) => expect(harms(one)).toEqual(expected))

it('a pool is proved as it is drawn on, whatever days its product adds to a due date', () => {
  const interest = { interestMethod: 'IN_ADVANCE', accrualShift: 'CS', fundLeg: { rate: rational(3), dayBase: 360 } } as const
  const provedWith = (maturityOffsetDays: number) =>
    proveProduct(proved({ type: 'POOL_FACTORING', ...interest, maturityOffsetDays }))
  expect(provedWith(20).lives).toEqual(provedWith(0).lives)
})

describe('what is unusual is shown and refuses nothing', () => {
  const dear = fee({ basis: 'PCT_ADVANCE', value: rational(6) })
  it.each([
    ['a usual product', proved({ minTenor: 20, minAmount: M.fromDecimal('20000', 'USD') }, [fee()]), []],
    [
      'a supplier that pays 49 % a year, and more the earlier it is paid',
      proved({ minTenor: 59 }, [dear]),
      expect.arrayContaining([expect.stringMatching(/^SUPPLIER_PAYS_MUCH EARLY 8\d\./)]),
    ],
    ['least interest that weighs on a short tenor', proved({ minTenor: 7, minInterestDays: 60 }), ['SHORTEST_COSTS_MUCH  58.29']],
    [
      'a buyer that pays a fee of 2 %',
      proved({ minTenor: 20 }, [fee({ payer: 'BUYER', basis: 'PCT_FACE', value: rational(2) })]),
      ['BUYER_PAYS_MUCH EARLY  2000.00'],
    ],
    [
      'interest in arrears on all of the face, which no reserve pays',
      proved({ advanceRate: rational(100), minTenor: 20, maxTenor: 60 }),
      ['RESERVE_TOO_SMALL ON_TIME  1133.33'],
    ],
    ['a funder that earns nothing', proved({ margin: parseDecimal('-4.30') }), ['FUNDER_EARNS_NOTHING ON_TIME']],
    [
      'a funder whose fee takes of its leg',
      proved({ minTenor: 20, fundLeg: { rate: rational(6), dayBase: 360 } }, [fee({ payer: 'FUNDER', value: rational(10) })]),
      ['FUNDER_BELOW_LEG ON_TIME  10.00'],
    ],
  ])('%s', (_name, one, expected) => {
    expect(warnings(one)).toEqual(expected)
    expect(harms(one)).toEqual([])
  })
})

describe('a product is proved at the sizes it allows', () => {
  const usd = (amount: string) => M.fromDecimal(amount, 'USD')
  const sized = (one: ProvedProduct) => {
    const { harms, small, warnings } = proveProduct(one)
    const told = ({ harm, face, life: name }: (typeof harms)[number]) => `${harm} ${face && M.toDecimal(face)} ${name}`
    return {
      harms: harms.map(told),
      small: small.map(told),
      warnings: warnings.map(({ warning, face }) => `${warning} ${face && M.toDecimal(face)}`),
    }
  }
  const flat = (value: number, over: Partial<FeeRule> = {}) => fee({ value: rational(value), ...over })

  it('a flat fee that uses up the smallest document refuses the product, with the face of that document', () => {
    expect(sized(proved({ minTenor: 20, minAmount: usd('90') }, [flat(100)])).harms).toEqual([
      'COSTS_EXCEED_ADVANCE 100.00 ON_TIME',
    ])
    expect(sized(proved({ minTenor: 20, minAmount: usd('500') }, [flat(100)])).harms).toEqual([
      'SUPPLIER_OVERCHARGED 555.56 ON_TIME',
    ])
  })
  it('a minimum buyer fee that is large for a small debt refuses the product', () => {
    const least = fee({ payer: 'BUYER', basis: 'PCT_FACE', value: rational(1, 10), min: usd('40') })
    expect(sized(proved({ minTenor: 20, minAmount: usd('630') }, [least])).harms).toEqual(
      paidLives.map((name) => `BUYER_OVERCHARGED 700.00 ${name}`),
    )
    expect(sized(proved({ minTenor: 20, minAmount: usd('6300') }, [least])).harms).toEqual([])
  })
  it('a fee of the funder without an upper bound is harmless at the usual size and at the most', () => {
    const one = proved({ minTenor: 20, minAmount: usd('9000'), maxAmount: usd('900000') }, [
      fee({ payer: 'FUNDER', value: rational(1) }),
    ])
    expect(sized(one).harms).toEqual([])
  })
  it('a product without a minimum amount shows its harm to a small document and is not refused', () => {
    const { harms: none, small } = sized(proved({ minTenor: 20 }, [flat(1000)]))
    expect(none).toEqual([])
    expect(small).toEqual(['COSTS_EXCEED_ADVANCE 1000.00 ON_TIME'])
    expect(sized(proved({ minTenor: 20 }, [flat(60)]))).toEqual({
      harms: [],
      small: [],
      warnings: ['SUPPLIER_PAYS_MUCH 1000.00', 'SHORTEST_COSTS_MUCH 1000.00'],
    })
  })
  it('a harm to every document is listed at the usual one alone', () => {
    const { harms: all, small } = sized(proved({}, [fee({ basis: 'PCT_FACE', value: rational(95) })]))
    expect([all, small]).toEqual([['COSTS_EXCEED_ADVANCE 100000.00 ON_TIME'], []])
  })

  it.each([
    ['none', {}, ['USUAL 100000.00', 'SMALL 1000.00']],
    ['a least', { minAmount: usd('1000') }, ['USUAL 100000.00', 'LEAST 1111.12']],
    ['a least above the usual', { minAmount: usd('100000') }, ['USUAL 111111.12']],
    ['both', { minAmount: usd('1000'), maxAmount: usd('50000') }, ['USUAL 55555.55', 'LEAST 1111.12']],
    ['a most', { maxAmount: usd('500000') }, ['USUAL 100000.00', 'SMALL 1000.00', 'MOST 555555.55']],
    ['one amount', { minAmount: usd('100000'), maxAmount: usd('100000') }, ['USUAL 111111.12']],
    ['a most below a small one', { maxAmount: usd('500') }, ['USUAL 555.55']],
  ])('amounts: %s', (_name, amounts, expected) => {
    const one = proved(amounts)
    const faces = facesOf(one.product, 'USD')
    expect(faces.map(({ size, face }) => `${size} ${M.toDecimal(face)}`)).toEqual(expected)
    for (const { face } of faces) expect(sampleOf(one, face)!.trial.total.face).toEqual(face)
  })
  it.each([
    ['USD', '100000.00', '1000.00'],
    ['KWD', '100000.000', '1000.000'],
    ['CNY', '1000000.00', '10000.00'],
    ['JPY', '10000000', '100000'],
    ['IDR', '1000000000.00', '10000000.00'],
    ['VND', '1000000000', '10000000'],
    ['CLF', '1000.0000', '10.0000'],
  ])('%s has a usual and a small document of its own', (currency, usual, small) => {
    expect([usualFace(currency), smallFace(currency)].map(M.toDecimal)).toEqual([usual, small])
  })
  it('a product that finances one amount alone is proved at it', () => {
    const one = proved({ minAmount: usd('100000'), maxAmount: usd('100000') }, [fee()])
    expect(harms(one)).toEqual([])
    expect(
      sampleOf(one, facesOf(one.product, 'USD')[0]!.face)!.trial.items.map(({ applyAmount }) => M.toDecimal(applyAmount)),
    ).toEqual(['100000.00'])
  })
  it('the financed amount of each face lies within the amounts of the product', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.constantFrom('USD', 'JPY', 'KWD'),
        fc.bigInt({ min: 1_000n, max: 10n ** 12n }),
        fc.oneof(fc.bigInt({ min: 0n, max: 200n }), fc.bigInt({ min: 0n, max: 10n ** 12n })),
        (advance, currency, least, more) => {
          const amounts = { minAmount: M.money(least, currency), maxAmount: M.money(least + more, currency) }
          for (const { face } of facesOf({ advanceRate: rational(advance), ...amounts }, currency)) {
            const financed = M.times(face, rational(advance, 100), 'DOWN')
            expect(M.exceeds(amounts.minAmount, financed)).toBe(false)
            expect(M.exceeds(financed, amounts.maxAmount)).toBe(false)
          }
        },
      ),
    )
  })
})

const anyProduct: fc.Arbitrary<ProvedProduct> = fc
  .record({
    type: fc.constantFrom(
      'RECEIVABLE_PURCHASE' as const,
      'PAYABLES_FINANCE' as const,
      'PO_FINANCE' as const,
      'POOL_FACTORING' as const,
    ),
    method: fc.constantFrom('IN_ADVANCE' as const, 'IN_ARREARS' as const),
    discountMethod: fc.constantFrom('STRAIGHT' as const, 'YIELD' as const),
    dayCount: fc.constantFrom('ACT_360' as const, 'ACT_365F' as const, '30E_360' as const, 'ACT_ACT_ISDA' as const),
    accrualShift: fc.constantFrom('SC' as const, 'CS' as const),
    bdConvention: fc.constantFrom('FOLLOWING' as const, 'MODIFIED_FOLLOWING' as const, 'PRECEDING' as const),
    advance: fc.integer({ min: 20, max: 100 }),
    margin: fc.integer({ min: -600, max: 1500 }),
    leg: fc.option(fc.integer({ min: 0, max: 1600 })),
    least: fc.constantFrom(0, 0, 7, 30, 90),
    tenor: fc.integer({ min: 3, max: 150 }),
    earlyFee: fc.constantFrom(0, 0, 10, 150),
    earlyFeeTax: fc.constantFrom(0, 6, 13),
    rebateAllowed: fc.boolean(),
    recourse: fc.boolean(),
    disclosed: fc.boolean(),
    currency: fc.constantFrom('USD', 'JPY', 'KWD'),
    fees: fc.uniqueArray(
      fc.record({
        code: fc.constantFrom(...feeCodes.filter((code) => code !== 'EARLY')),
        basis: fc.constantFrom(...feeBases),
        value: fc.integer({ min: 0, max: 150 }).map((n) => rational(n, 100)),
        taxPct: fc.constantFrom(zero, rational(6), rational(13)),
        payer: fc.constantFrom(...feePayers),
        beneficiary: fc.constantFrom('PLATFORM' as const, 'FUNDER' as const),
        timing: fc.constantFrom('FUNDING' as const, 'SETTLEMENT' as const),
      }),
      { maxLength: 4, selector: (one) => one.code },
    ),
  })
  .map(
    ({
      method,
      advance,
      margin,
      leg,
      least,
      tenor,
      earlyFee,
      earlyFeeTax,
      rebateAllowed,
      recourse,
      disclosed,
      currency,
      fees,
      ...terms
    }) => {
      const base = proved({
        ...terms,
        bdConvention: terms.accrualShift === 'CS' ? 'FOLLOWING' : terms.bdConvention,
        currencies: [currency],
        interestMethod: method,
        advanceRate: rational(advance),
        margin: rational(margin, 100),
        minTenor: tenor,
        maxTenor: tenor + 8,
        minInterestDays: least,
        ...(leg === null ? {} : { fundLeg: { rate: rational(leg, 100), dayBase: 360 as const } }),
      })
      const isLoan = terms.type === 'PO_FINANCE' || terms.type === 'POOL_FACTORING'
      return {
        ...base,
        servicing: {
          ...base.servicing,
          rebateAllowed,
          earlyFeePct: rational(earlyFee, 100),
          earlyFeeTaxPct: rational(earlyFeeTax),
        },
        fees: fees.filter((one) => one.payer !== one.beneficiary && !(isLoan && one.payer === 'BUYER')),
        recourse: recourse || isLoan,
        disclosed,
        currency,
      }
    },
  )

const transient = [
  'F1100',
  'F1150',
  'F1200',
  'F1210',
  'F1220',
  'F1230',
  'F1300',
  'F2000',
  'F2100',
  'F2110',
  'F2200',
  'F2900',
  'B2020',
  'S1200',
  'S2000',
  'S2300',
] as const

test('for any terms and life, payments of one party are receipts of the others, and the quote is charged and booked', () => {
  fc.assert(
    fc.property(anyProduct, (one) => {
      const proof = proveProduct(one)
      const sum = (...amounts: M.Money[]) => M.sum(amounts, one.currency)
      for (const each of [proof, ...proof.otherTenors].flatMap(({ lives }) => lives)) {
        const got = sum(each.supplierReceives, each.funderEarns, each.platformEarns, each.tax)
        expect(M.toDecimal(got), each.name).toBe(M.toDecimal(each.name === 'DEFAULTED' ? got : each.buyerPays))
        if (each.name === 'DEFAULTED') continue
        expect(M.isZero(each.funderLoss)).toBe(true)
      }
      const onTime = proof.lives.find(({ name }) => name === 'ON_TIME')
      if (!onTime || !proof.sample) return
      const { total } = sampleOf(one)!.trial
      const isShort = proof.warnings.some(({ warning }) => warning === 'RESERVE_TOO_SMALL')
      if (!isShort) expect(onTime.supplierApr).toEqual(proof.sample.allInApr)
      expect(M.toDecimal(onTime.supplierInterest)).toBe(M.toDecimal(total.interest))
      expect(M.toDecimal(onTime.supplierFees)).toBe(M.toDecimal(sum(total.feesAtFunding, total.feesAtSettlement)))
    }),
    { numRuns: 120 },
  )
})

test('for any payment of a buyer no account between the parties is negative, and all are zero once buyer and supplier have paid', () => {
  fc.assert(
    fc.property(anyProduct, fc.integer({ min: 0, max: 250 }), (one, percent) => {
      const sample = sampleOf(one)
      if (!sample || one.product.type === 'PO_FINANCE' || one.product.type === 'POOL_FACTORING') return
      if (!M.isPositive(sample.trial.total.net)) return
      const start = funded(one, sample)
      const { maturity } = sample.trial.items[0]!
      const part = received(start, maturity, M.times(at(start, 'F1100'), rational(percent, 200), 'DOWN'), 'BUYER')
      for (const account of transient) expect(M.isNegative(at(part, account)), account).toBe(false)
      const paid = closed(received(part, maturity, M.add(at(part, 'F1100'), at(part, 'F1230')), 'BUYER'))
      for (const account of transient) expect(M.toDecimal(at(paid, account)), account).toBe(M.toDecimal(M.zero(one.currency)))
      for (const living of [part, paid]) expect(at(living, 'F2300')).toEqual(at(living, 'P1100'))
    }),
    { numRuns: 200 },
  )
})
