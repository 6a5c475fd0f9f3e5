import { scaleOf } from './currencies.ts'
import type { DayCountCode } from './day-count.ts'
import { dayCounts } from './day-count.ts'
import type { BaseRateFixing } from './interest.ts'
import type { LocalDate } from './local-date.ts'
import type { Money } from './money.ts'
import * as M from './money.ts'
import { type Rational, type RoundingMode, toDecimalText, toShortText } from './rational.ts'

/** What a figure or one of its inputs is; the screen has a word for each in both languages. */
const quantityNames = [
  'face',
  'debitNotes',
  'adjustments',
  'payments',
  'netReceivable',
  'confirmedAmount',
  'unconfirmedReduced',
  'confirmedLeft',
  'pendingDeductions',
  'eligible',
  'advanceRate',
  'productAdvanceRate',
  'dilution12m',
  'dilutionThreshold',
  'maxAdvance',
  'requestedAmount',
  'headroom',
  'applyAmount',
  'fundingDate',
  'dueDate',
  'maturityOffsetDays',
  'maturity',
  'tenorDays',
  'interestTo',
  'days',
  'minInterestDays',
  'yearFraction',
  'baseRate',
  'floor',
  'margin',
  'rate',
  'interest',
  'interestDeducted',
  'feeBase',
  'feeValue',
  'feeMin',
  'feeMax',
  'fee',
  'feeTaxRate',
  'feeTax',
  'feesAtFunding',
  'feesAtSettlement',
  'net',
  'payoff',
  'cashToSupplier',
  'topUp',
  'reserve',
  'cost',
  'weightedNet',
  'allInApr',
  'fundRate',
  'fundInterest',
  'spread',
  'itemShare',
] as const
export type QuantityName = (typeof quantityNames)[number]
/** A currency code for money, else what the value counts. */
export type Unit = 'PERCENT' | 'DAYS' | 'DATE' | 'COUNT' | 'YEARS' | (string & {})

export type FigureInput = {
  readonly name: QuantityName
  readonly value: string
  readonly unit: Unit
  /** Whose part of a sum it is. */
  readonly docId?: string
  readonly feeCode?: string
}
export type FigureDayCount = {
  readonly code: DayCountCode
  readonly name: string
  readonly definition: string
  readonly from: LocalDate
  readonly to: LocalDate
  readonly days: number
  /** The exact part of a year, for example '1/6'. */
  readonly fraction: string
}
export type FigureFixing = {
  readonly type: string
  readonly effectiveDate: LocalDate
  readonly revision: number
  readonly percentRate: string
  readonly resetDate: LocalDate
  readonly lookbackBd: number
}
/** How one number came about. formula is written in the names of the inputs, so that the screen can show it in words and
 *  again in numbers. docId is absent for figures of the whole order. */
export type Figure = {
  readonly key: QuantityName
  readonly docId?: string
  readonly feeCode?: string
  readonly formula: string
  readonly inputs: readonly FigureInput[]
  readonly dayCount?: FigureDayCount
  readonly fixing?: FigureFixing
  readonly rounding: { readonly mode: RoundingMode; readonly scale: number } | null
  /** The value before rounding, to ten decimals where it has no end. */
  readonly unrounded: string
  readonly result: string
  readonly unit: Unit
}

type About = Pick<Figure, 'key' | 'formula' | 'inputs'> & Partial<Pick<Figure, 'docId' | 'feeCode' | 'dayCount' | 'fixing'>>

/** A money figure: what it was before rounding, how it was rounded, and the amount. Without raw it needed no rounding. */
export function moneyFigure(about: About, result: Money, raw?: Rational, mode: RoundingMode = 'HALF_UP'): Figure {
  const text = M.toDecimal(result)
  return {
    ...about,
    rounding: raw ? { mode, scale: scaleOf(result.currency) } : null,
    unrounded: raw ? toShortText(raw) : text,
    result: text,
    unit: result.currency,
  }
}

/** A percentage; scale is given where it is rounded for showing. */
export function percentFigure(about: About, value: Rational, scale?: number): Figure {
  const rounding = scale === undefined ? null : ({ mode: 'HALF_UP', scale } as const)
  return {
    ...about,
    rounding,
    unrounded: toShortText(value),
    result: scale === undefined ? toShortText(value) : toDecimalText(value, scale),
    unit: 'PERCENT',
  }
}

/** A date or a count. */
export const plainFigure = (about: About, result: string, unit: Unit): Figure => ({
  ...about,
  rounding: null,
  unrounded: result,
  result,
  unit,
})

export const amountInput = (name: QuantityName, amount: Money, of: Pick<FigureInput, 'docId' | 'feeCode'> = {}): FigureInput => ({
  name,
  value: M.toDecimal(amount),
  unit: amount.currency,
  ...of,
})
export const percentInput = (name: QuantityName, value: Rational): FigureInput => ({
  name,
  value: toShortText(value),
  unit: 'PERCENT',
})
export const dateInput = (name: QuantityName, value: LocalDate): FigureInput => ({ name, value, unit: 'DATE' })
export const daysInput = (name: QuantityName, value: number): FigureInput => ({ name, value: String(value), unit: 'DAYS' })
export const exactInput = (name: QuantityName, value: Rational, unit: Unit): FigureInput => ({
  name,
  value: toShortText(value),
  unit,
})

/** How the days of a tenor are counted, which ends on `to`. */
export function explainDayCount(code: DayCountCode, from: LocalDate, to: LocalDate): FigureDayCount {
  const { name, definition, measure } = dayCounts[code]
  const { days, fraction } = measure(from, to, { termination: to })
  return { code, name, definition, from, to, days, fraction: `${fraction.n}/${fraction.d}` }
}

export const explainFixing = (fixing: BaseRateFixing, resetDate: LocalDate, lookbackBd: number): FigureFixing => ({
  type: fixing.type,
  effectiveDate: fixing.effectiveDate,
  revision: fixing.revision,
  percentRate: toShortText(fixing.percentRate),
  resetDate,
  lookbackBd,
})
