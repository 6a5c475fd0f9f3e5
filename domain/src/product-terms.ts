import type { BusinessDayConvention } from './calendar.ts'
import { scaleOf } from './currencies.ts'
import { type DayCountCode, dayCountCodes } from './day-count.ts'
import type { FeeBasis } from './fees.ts'
import type { FeeCode, FeePayer } from './ledger/fee-lines.ts'
import type { Rational } from './rational.ts'
import * as Exact from './rational.ts'
import type { ProductType } from './trial-types.ts'

/** A fee rule as it is proposed; percent for the PCT bases and for the tax, currency units otherwise. */
export type ProposedFee = {
  readonly code: FeeCode
  readonly basis: FeeBasis
  /** The currency it is charged in; without one, every currency of the product. */
  readonly currency?: string
  readonly value: Rational
  readonly min?: Rational
  readonly max?: Rational
  readonly taxPct: Rational
  readonly payer: FeePayer
  readonly beneficiary: 'PLATFORM' | 'FUNDER'
}
/** The terms of a product as they are proposed. Rates are percent, `minAmount` and `maxAmount` currency units. */
export type ProposedTerms = {
  readonly type: ProductType
  readonly currencies: readonly string[]
  readonly disclosed: boolean
  /** The party that acknowledges the debt and its assignment. */
  readonly rightConfirmParty: 'BUYER' | 'SUPPLIER' | 'NONE'
  readonly recourse: boolean
  readonly advanceRate: Rational
  readonly minTenor: number
  readonly maxTenor: number
  readonly minAmount?: Rational
  readonly maxAmount?: Rational
  readonly margin: Rational
  readonly floor: Rational
  readonly interestMethod: 'IN_ADVANCE' | 'IN_ARREARS'
  readonly rateType: 'FIXED' | 'FLOATING'
  readonly resetFrequency: 'NONE' | 'DAILY' | 'MONTHLY'
  readonly dayCount: DayCountCode
  readonly minInterestDays: number
  readonly accrualShift: 'SC' | 'CS'
  readonly bdConvention: BusinessDayConvention
  readonly earlyFeePct: Rational
  readonly penaltyMargin?: Rational
  readonly penaltyMultiplier?: Rational
  readonly dilutionThreshold: Rational
  readonly concentrationPct?: Rational
  readonly fundRate?: Rational
  readonly fundDayBase?: number
  readonly fees: readonly ProposedFee[]
}

const termFaults = [
  'TERM_RANGE',
  'TERM_BELOW_LEAST',
  'TERM_ONE_CURRENCY',
  'TERM_DECIMALS',
  'RESET_NOT_POSSIBLE',
  'EARLY_FEE_IN_ADVANCE',
  'FLOOR_ON_FIXED_RATE',
  'DAY_COUNT_NOT_FOR_LOANS',
  'FUND_LEG_INCOMPLETE',
  'PENALTY_TWICE',
  'LOAN_NEEDS_RECOURSE',
  'LOAN_IN_ARREARS',
  'SHIFT_NEEDS_FOLLOWING',
  'FEE_NEEDS_BUYER',
  'FEE_TO_ITSELF',
  'FEE_PAYER_SUPPLIER',
  'FEE_EARLY_VALUE',
  'FEE_CURRENCY',
  'FEE_TWICE',
  'FEE_MAX_ZERO',
  'FEE_ONE_CURRENCY',
  'CONFIRM_NEEDS_BUYER',
] as const
/** A fault of one term, by the name of its field: `fees.0.value`, `terms.dayCount`. */
export type TermFault = {
  readonly field: string
  readonly message: (typeof termFaults)[number]
  readonly params?: Readonly<Record<string, string | number>>
}

/** Day counts that suit a loan of days. The others measure one whole period or the coupons of a bond. */
const loanDayCounts: readonly DayCountCode[] = dayCountCodes.filter((code) => code !== 'ONE_ONE' && code !== 'ACT_ACT_ICMA')

type Bound = readonly [field: string, value: Rational | undefined, min: number, max: number]

/**
 * All faults of proposed terms: values out of range and contradictions; empty without faults. Terms that are fixed when a product
 * is made are named `terms.<field>`.
 */
export function faultsOf(terms: ProposedTerms): TermFault[] {
  return [...outOfRange(terms), ...atOdds(terms), ...terms.fees.flatMap((fee, index) => faultsOfFee(fee, index, terms))]
}

const rangeFault = ([field, value, min, max]: Bound): TermFault[] =>
  value === undefined || (Exact.cmp(value, Exact.rational(min)) >= 0 && Exact.cmp(value, Exact.rational(max)) <= 0)
    ? []
    : [{ field, message: 'TERM_RANGE', params: { min, max } }]

function outOfRange(terms: ProposedTerms): TermFault[] {
  const bounds: Bound[] = [
    ['advanceRate', terms.advanceRate, 1, 100],
    ['margin', terms.margin, -20, 60],
    ['floor', terms.floor, -10, 60],
    ['penaltyMargin', terms.penaltyMargin, 0, 60],
    ['dilutionThreshold', terms.dilutionThreshold, 0, 100],
    ['concentrationPct', terms.concentrationPct, 1, 100],
    ['terms.earlyFeePct', terms.earlyFeePct, 0, 20],
    ['terms.penaltyMultiplier', terms.penaltyMultiplier, 1, 10],
    ['terms.fundRate', terms.fundRate, 0, 60],
    ['terms.fundDayBase', terms.fundDayBase === undefined ? undefined : Exact.rational(terms.fundDayBase), 360, 365],
    ['terms.minInterestDays', Exact.rational(terms.minInterestDays), 0, terms.maxTenor],
  ]
  return bounds.flatMap(rangeFault)
}

const hasDecimals = (value: Rational | undefined, scale: number): boolean =>
  value !== undefined && !Exact.equals(Exact.roundTo(value, scale, 'DOWN'), value)

const below = (field: string, value: Rational | undefined, least: Rational | undefined): TermFault[] =>
  value && least && Exact.cmp(value, least) < 0
    ? [{ field, message: 'TERM_BELOW_LEAST', params: { min: Exact.toShortText(least) } }]
    : []

function atOdds(terms: ProposedTerms): TermFault[] {
  const { rateType, interestMethod, resetFrequency } = terms
  const resets = resetFrequency !== 'NONE'
  const rules: [boolean, TermFault][] = [
    [
      (terms.minAmount ?? terms.maxAmount) !== undefined && terms.currencies.length !== 1,
      { field: terms.minAmount ? 'minAmount' : 'maxAmount', message: 'TERM_ONE_CURRENCY' },
    ],
    // Interest taken at funding is fixed, and a fixed rate follows no benchmark.
    [
      resets && (interestMethod === 'IN_ADVANCE' || rateType === 'FIXED'),
      { field: 'terms.resetFrequency', message: 'RESET_NOT_POSSIBLE' },
    ],
    // A discount is refunded for unused days less the break days; only interest in arrears has an early fee.
    [
      interestMethod === 'IN_ADVANCE' && Exact.isPositive(terms.earlyFeePct),
      { field: 'terms.earlyFeePct', message: 'EARLY_FEE_IN_ADVANCE' },
    ],
    // Without a benchmark, a floor would be a second margin.
    [rateType === 'FIXED' && Exact.isPositive(terms.floor), { field: 'floor', message: 'FLOOR_ON_FIXED_RATE' }],
    [!loanDayCounts.includes(terms.dayCount), { field: 'terms.dayCount', message: 'DAY_COUNT_NOT_FOR_LOANS' }],
    [
      (terms.fundRate === undefined) !== (terms.fundDayBase === undefined),
      { field: terms.fundRate === undefined ? 'terms.fundRate' : 'terms.fundDayBase', message: 'FUND_LEG_INCOMPLETE' },
    ],
    // If payment came before the end of interest, the order would be charged less than its quote.
    [
      terms.accrualShift === 'CS' && terms.bdConvention !== 'FOLLOWING' && terms.bdConvention !== 'UNADJUSTED',
      { field: 'terms.accrualShift', message: 'SHIFT_NEEDS_FOLLOWING' },
    ],
    // An advance before a receivable exists is a debt of the supplier in every book.
    [
      !terms.recourse && (terms.type === 'PO_FINANCE' || terms.type === 'POOL_FACTORING'),
      { field: 'terms.recourse', message: 'LOAN_NEEDS_RECOURSE' },
    ],
    // A conversion pays principal off early; it has no refund of a discount (decision 125).
    [
      terms.type === 'PO_FINANCE' && interestMethod === 'IN_ADVANCE',
      { field: 'terms.interestMethod', message: 'LOAN_IN_ARREARS' },
    ],
    // A buyer that must not learn of the assignment, or one of many in a pool, is never asked to confirm, and the order would
    // wait for ever.
    [
      terms.rightConfirmParty === 'BUYER' && (!terms.disclosed || terms.type === 'POOL_FACTORING'),
      { field: 'terms.rightConfirmParty', message: 'CONFIRM_NEEDS_BUYER' },
    ],
    [
      terms.penaltyMargin !== undefined && terms.penaltyMultiplier !== undefined,
      { field: 'terms.penaltyMultiplier', message: 'PENALTY_TWICE' },
    ],
  ]
  const scale = Math.min(...terms.currencies.map(scaleOf))
  const decimals = (['minAmount', 'maxAmount'] as const).flatMap((field): TermFault[] =>
    hasDecimals(terms[field], scale) ? [{ field, message: 'TERM_DECIMALS', params: { decimals: scale } }] : [],
  )
  return [
    ...decimals,
    ...below('maxTenor', Exact.rational(terms.maxTenor), Exact.rational(terms.minTenor)),
    ...below('maxAmount', terms.maxAmount, terms.minAmount),
    ...rules.filter(([broken]) => broken).map(([, fault]) => fault),
  ]
}

/** Two rules of one code that both apply in some currency. */
const overlap = (a: ProposedFee, b: ProposedFee): boolean =>
  a.code === b.code && (a.currency === undefined || b.currency === undefined || a.currency === b.currency)

/** The amounts of a fee, by their fields: the least and the most of a percentage, and a fee that is an amount itself. */
const amountsOf = ({ basis, value, min, max }: ProposedFee) =>
  [
    ['value', basis.startsWith('PCT_') ? undefined : value],
    ['minAmount', min],
    ['maxAmount', max],
  ] as const

function faultsOfFee(fee: ProposedFee, index: number, { type, disclosed, currencies, fees }: ProposedTerms): TermFault[] {
  const at = (name: string) => `fees.${index}.${name}`
  const isPercent = fee.basis.startsWith('PCT_')
  const billed = fee.payer === 'BUYER' && (!disclosed || type === 'POOL_FACTORING')
  const isOffered = fee.currency === undefined || currencies.includes(fee.currency)
  const scale = Math.min(...(isOffered && fee.currency ? [fee.currency] : currencies).map(scaleOf))
  const rules: [boolean, TermFault][] = [
    [!isOffered, { field: at('currency'), message: 'FEE_CURRENCY', params: { currencies: currencies.join(', ') } }],
    [fees.slice(0, index).some((other) => overlap(other, fee)), { field: at('code'), message: 'FEE_TWICE' }],
    // One number is another amount in each currency.
    ...amountsOf(fee).map(([name, value]): [boolean, TermFault] => [
      fee.currency === undefined && currencies.length > 1 && value !== undefined && !Exact.isZero(value),
      { field: at(name), message: 'FEE_ONE_CURRENCY' },
    ]),
    [fee.max !== undefined && Exact.isZero(fee.max), { field: at('maxAmount'), message: 'FEE_MAX_ZERO' }],
    [billed, { field: at('payer'), message: 'FEE_NEEDS_BUYER' }],
    [fee.payer === fee.beneficiary, { field: at('payer'), message: 'FEE_TO_ITSELF' }],
    [fee.code === 'EARLY' && fee.payer !== 'SUPPLIER', { field: at('payer'), message: 'FEE_PAYER_SUPPLIER' }],
    // The early fee is a percentage of the terms. Its rule names the tax and the beneficiary; a value would be a second fee.
    [fee.code === 'EARLY' && !Exact.isZero(fee.value), { field: at('value'), message: 'FEE_EARLY_VALUE' }],
    ...(['min', 'max'] as const).map((name): [boolean, TermFault] => [
      fee.code === 'EARLY' && fee[name] !== undefined,
      { field: at(`${name}Amount`), message: 'FEE_EARLY_VALUE' },
    ]),
    ...(['min', 'max'] as const).map((name): [boolean, TermFault] => [
      hasDecimals(fee[name], scale),
      { field: at(`${name}Amount`), message: 'TERM_DECIMALS', params: { decimals: scale } },
    ]),
    [!isPercent && hasDecimals(fee.value, scale), { field: at('value'), message: 'TERM_DECIMALS', params: { decimals: scale } }],
  ]
  return [
    ...rangeFault([at('value'), fee.value, 0, isPercent ? 100 : 1_000_000_000]),
    ...rangeFault([at('taxPct'), fee.taxPct, 0, 100]),
    ...below(at('minAmount'), fee.min, Exact.zero),
    ...below(at('maxAmount'), fee.max, fee.min ?? Exact.zero),
    ...rules.filter(([broken]) => broken).map(([, fault]) => fault),
  ]
}
