import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { feeBases } from '../fees.ts'
import { feePayers } from '../ledger/fee-lines.ts'
import * as M from '../money.ts'
import { parseDecimal, rational, zero } from '../rational.ts'
import { fee, proved } from './product.fixture.ts'
import { type ProductHarm, type ProvedProduct, proveProduct } from './prove.ts'
import { soundTenorsOf } from './sound-tenors.ts'

const told = ({ harm, days, life, amount }: ProductHarm) =>
  [harm, days, life, amount && M.toDecimal(amount)].filter((one) => one !== null).join(' ')
const firstHarm = (one: ProvedProduct) => proveProduct(one).harms.map(told)[0]
const inAdvance = (one: ProvedProduct): ProvedProduct => ({
  ...one,
  product: { ...one.product, interestMethod: 'IN_ADVANCE' },
  servicing: { ...one.servicing, method: 'IN_ADVANCE' },
})
const narrowed = (one: ProvedProduct, minTenor: number, maxTenor: number): ProvedProduct => ({
  ...one,
  product: { ...one.product, minTenor, maxTenor },
})

describe('a product is proved at the tenors it allows', () => {
  it.each([
    [
      'a share of the advance that the funder pays, however short the financing is',
      proved({ maxTenor: 180 }, [fee({ basis: 'PCT_ADVANCE', value: rational(1, 2), payer: 'FUNDER' })]),
      'FUNDER_LOSES 1 EARLY 433.00',
      { least: 54, most: 180 },
    ],
    [
      'a flat fee that the platform pays to the funder',
      proved({ minTenor: 5, maxTenor: 180, fundLeg: { rate: rational(6), dayBase: 360 } }, [
        fee({ value: rational(50), payer: 'PLATFORM', beneficiary: 'FUNDER' }),
      ]),
      'PLATFORM_LOSES 5 EARLY 46.00',
      { least: 50, most: 180 },
    ],
    [
      'a funder’s leg that a discount by yield falls below over two years',
      inAdvance(proved({ maxTenor: 720, discountMethod: 'YIELD', fundLeg: { rate: parseDecimal('6.7'), dayBase: 360 } })),
      'FUND_LEG_ABOVE_CLIENT 720 ON_TIME 1285.35',
      { least: 1, most: 79 },
    ],
    [
      'a fee for each day that grows beyond a twentieth of what the buyer owes',
      proved({ minTenor: 60, maxTenor: 720 }, [fee({ basis: 'PCT_PA_ADVANCE', value: rational(29), payer: 'BUYER' })]),
      'BUYER_OVERCHARGED 720 EARLY 52200.00',
      { least: 60, most: 68 },
    ],
    [
      'a discount that uses up the advance before the longest tenor is reached',
      inAdvance(proved({ maxTenor: 720, margin: rational(50) })),
      'COSTS_EXCEED_ADVANCE 720 ON_TIME 7740.00',
      { least: 1, most: 302 },
    ],
  ])('%s: the harm is named with its tenor, and the tenors that are sound', (_name, one, harm, sound) => {
    expect(firstHarm(one)).toBe(harm)
    expect(soundTenorsOf([one])).toEqual(sound)
    expect(proveProduct(narrowed(one, sound.least, sound.most)).harms).toEqual([])
  })

  it('a harm between the ends is found where least interest ends and a fee reaches its most amount', () => {
    const one = proved({ minTenor: 3, maxTenor: 360, minInterestDays: 90 }, [
      fee({ basis: 'PCT_PA_ADVANCE', value: rational(8), payer: 'FUNDER', max: M.fromDecimal('1750', 'USD') }),
    ])
    for (const [least, most] of [
      [3, 75],
      [210, 360],
    ] as const)
      expect(proveProduct(narrowed(one, least, most)).harms).toEqual([])
    expect(firstHarm(one)).toBe('FUNDER_LOSES 90 EARLY 220.00')
    expect(soundTenorsOf([one])).toEqual({ least: 3, most: 76 })
  })

  it('documents that mature after their due date are proved at the shortest tenor that they can have', () => {
    const order = proved({ type: 'PO_FINANCE', minTenor: 5, maxTenor: 90, maturityOffsetDays: 20 }, [
      fee({ payer: 'FUNDER', value: rational(200) }),
    ])
    expect(firstHarm(order)).toBe('FUNDER_LOSES 20 EARLY 30.00')
  })

  it('no tenors are sound where the harm does not depend on them', () => {
    expect(soundTenorsOf([proved({}, [fee({ basis: 'PCT_FACE', value: rational(95) })])])).toBeNull()
    expect(soundTenorsOf([proved({ minTenor: 2, maxTenor: 2 }, [], { on: '2025-03-06' })])).toBeNull()
  })
  it('tenors are sound that harm nobody in any currency', () => {
    const pays = (value: number) => proved({}, [fee({ payer: 'FUNDER', value: rational(value) })])
    expect(soundTenorsOf([pays(100), pays(300)])).toEqual(soundTenorsOf([pays(300)]))
  })

  it('is the same proof on each day of a week', () => {
    const on = (day: string) => firstHarm(proved({ maxTenor: 90 }, [fee({ payer: 'FUNDER', value: rational(15) })], { on: day }))
    const days = ['2025-03-03', '2025-03-04', '2025-03-05', '2025-03-06', '2025-03-07', '2025-03-08', '2025-03-09']
    expect(new Set(days.map(on)).size).toBe(1)
  })

  it('shows the lives of the usual document at its shortest and longest tenor, and at the tenor of a harm', () => {
    const shown = proveProduct(proved({ minTenor: 10, maxTenor: 120 }, [fee()])).otherTenors
    expect(shown.map(({ sample, lives }) => [sample.days, M.toDecimal(lives[1]!.funderEarns)])).toEqual([
      [10, '170.00'],
      [120, '2040.00'],
    ])
  })

  it('a high cost a year on a short document is a warning, and a fund leg counted by other days is no harm', () => {
    const flat = proveProduct(proved({ maxTenor: 90 }, [fee({ value: rational(900) })]))
    expect(flat.harms).toEqual([])
    expect(flat.warnings.map(({ warning, days }) => `${warning} ${days}`)).toContain('SHORTEST_COSTS_MUCH 1')
    const monthly = proved({ maxTenor: 90, dayCount: '30E_360', fundLeg: { rate: rational(6), dayBase: 360 } }, [], {
      on: '2025-01-30',
    })
    expect(proveProduct(monthly).harms).toEqual([])
  })

  it('a warning is shown at the tenor that shows it most clearly', () => {
    const yearly = proved({ minTenor: 30, maxTenor: 180 }, [fee({ basis: 'PCT_PA_ADVANCE', value: rational(8), payer: 'BUYER' })])
    expect(proveProduct(yearly).warnings).toMatchObject([{ warning: 'BUYER_PAYS_MUCH', days: 180 }])
  })
})

const anyTerms: fc.Arbitrary<ProvedProduct> = fc
  .record({
    interestMethod: fc.constantFrom('IN_ADVANCE' as const, 'IN_ARREARS' as const),
    discountMethod: fc.constantFrom('STRAIGHT' as const, 'YIELD' as const),
    dayCount: fc.constantFrom('ACT_360' as const, 'ACT_365F' as const),
    advance: fc.constantFrom(60, 90, 100),
    margin: fc.integer({ min: 0, max: 4000 }),
    leg: fc.option(fc.integer({ min: 0, max: 2000 })),
    minInterestDays: fc.constantFrom(0, 0, 7, 30, 90),
    breakDays: fc.constantFrom(0, 5, 20),
    rebateAllowed: fc.boolean(),
    fees: fc.uniqueArray(
      fc.record({
        code: fc.constantFrom('SERVICE' as const, 'PLATFORM' as const, 'FUNDER' as const, 'BANK' as const),
        basis: fc.constantFrom(...feeBases, 'PCT_PA_ADVANCE' as const),
        value: fc.integer({ min: 1, max: 400 }),
        payer: fc.constantFrom(...feePayers),
        beneficiary: fc.constantFrom('PLATFORM' as const, 'FUNDER' as const),
        timing: fc.constantFrom('FUNDING' as const, 'SETTLEMENT' as const),
        least: fc.option(fc.integer({ min: 1, max: 60 })),
        most: fc.option(fc.integer({ min: 60, max: 900 })),
      }),
      { maxLength: 3, selector: (one) => one.code },
    ),
  })
  .map(({ advance, margin, leg, breakDays, rebateAllowed, fees, interestMethod, ...terms }) => {
    const usd = (amount: number | null) => (amount === null ? undefined : M.fromDecimal(String(amount), 'USD'))
    const percentOf = { PCT_PA_ADVANCE: 100, PCT_ADVANCE: 500, PCT_FACE: 500, FLAT: 1, PER_INVOICE: 1 } as const
    const one = proved(
      {
        ...terms,
        interestMethod,
        advanceRate: rational(advance),
        margin: rational(margin, 100),
        ...(leg === null ? {} : { fundLeg: { rate: rational(leg, 100), dayBase: 360 as const } }),
      },
      fees
        .filter(({ payer, beneficiary }) => payer !== beneficiary)
        .map(({ value, least, most, ...rule }) => {
          const [min, max] = [usd(least), usd(most)]
          const limits = { ...(min ? { min } : {}), ...(max ? { max } : {}) }
          return { ...rule, ...limits, value: rational(value, percentOf[rule.basis]), taxPct: zero }
        }),
    )
    return { ...one, servicing: { ...one.servicing, breakDays, rebateAllowed } }
  })

test('for any terms, what is refused at some tenors is refused, or warned of, at all tenors that contain them', () => {
  const anyTenors = fc.uniqueArray(fc.integer({ min: 1, max: 720 }), { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(anyTerms, anyTenors, (one, tenors) => {
      const [least, shortest, longest, most] = tenors.sort((a, b) => a - b) as [number, number, number, number]
      const within = proveProduct(narrowed(one, shortest, longest)).harms
      const wide = proveProduct(narrowed(one, least, most))
      for (const { harm } of within) {
        if (harm === 'NEVER_FINANCED' || wide.harms.length > 0) continue
        expect(harm).toBe('SUPPLIER_OVERCHARGED')
        expect(wide.warnings.map(({ warning }) => warning)).toContain('SHORTEST_COSTS_MUCH')
      }
    }),
    { numRuns: 60 },
  )
})

test('for any terms, the tenors that a refusal calls sound are accepted', () => {
  fc.assert(
    fc.property(anyTerms, fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 660 }), (one, least, more) => {
      const offered = narrowed(one, least, least + more)
      const sound = soundTenorsOf([offered])
      if (!sound) return
      expect(sound.least >= least && sound.most <= least + more).toBe(true)
      expect(proveProduct(narrowed(one, sound.least, sound.most)).harms).toEqual([])
    }),
    { numRuns: 25 },
  )
})
