import type { FeeCode, FeePayer } from './ledger/fee-lines.ts'
import type { Money } from './money.ts'
import * as M from './money.ts'
import type { Rational } from './rational.ts'
import * as Exact from './rational.ts'

export const feeBases = ['FLAT', 'PER_INVOICE', 'PCT_FACE', 'PCT_ADVANCE', 'PCT_PA_ADVANCE'] as const
export type FeeBasis = (typeof feeBases)[number]

/** A product's fee: value is percent for the PCT bases and currency units for the others; taxPct is percent of the fee. */
export type FeeRule = {
  readonly code: FeeCode
  readonly basis: FeeBasis
  readonly value: Rational
  readonly min?: Money
  readonly max?: Money
  readonly taxPct?: Rational
  readonly payer: FeePayer
  readonly beneficiary: 'PLATFORM' | 'FUNDER'
  readonly timing: 'FUNDING' | 'SETTLEMENT'
}
/** What a fee is measured on: one entry per document; fraction is the item's part of a year. */
export type FeeItem = {
  readonly face: Money
  readonly advance: Money
  readonly fraction: Rational
  readonly dueDate: string
  readonly number: string
}

/** One fee of an order and each item's part of it, in the order of the items. */
export type Fee = {
  readonly rule: FeeRule
  /** The amount the value is applied to, in currency units; for FLAT and PER_INVOICE the number of charges. */
  readonly base: Rational
  readonly raw: Rational
  readonly limitedBy: 'MIN' | 'MAX' | null
  readonly amount: Money
  readonly taxRaw: Rational
  readonly tax: Money
  readonly total: Money
  readonly parts: readonly { readonly amount: Money; readonly tax: Money }[]
}

/** A fee of an order: basis × value rounded HALF_UP, then held between min and max, then tax rounded separately.
 *  PER_INVOICE holds min and max per invoice, every other basis per order. Parts follow what each item contributed. */
export function feeOf(rule: FeeRule, items: readonly FeeItem[], currency: string): Fee {
  const contributions = items.map((item) => contribution(rule, item))
  const base = rule.basis === 'FLAT' ? Exact.one : Exact.sum(contributions)
  const factor = rule.basis === 'FLAT' || rule.basis === 'PER_INVOICE' ? rule.value : Exact.percent(rule.value)
  const raw = Exact.mul(base, factor)
  const charges = rule.basis === 'PER_INVOICE' ? items.length : 1
  const perCharge = M.fromRational(charges === 0 ? Exact.zero : Exact.div(raw, Exact.rational(charges)), currency)
  const { amount: held, limitedBy } = hold(perCharge, rule)
  const amount = M.mulDiv(held, BigInt(charges), 1n)
  const taxRaw = Exact.mul(M.toRational(amount), Exact.percent(rule.taxPct ?? Exact.zero))
  const tax = M.fromRational(taxRaw, currency)
  const amounts = shareOut(amount, contributions, items)
  const taxes = shareOut(tax, amounts.map(M.toRational), items)
  const parts = amounts.map((part, index) => ({ amount: part, tax: taxes[index]! }))
  return { rule, base, raw, limitedBy, amount, taxRaw, tax, total: M.add(amount, tax), parts }
}

function contribution({ basis }: FeeRule, { face, advance, fraction }: FeeItem): Rational {
  switch (basis) {
    case 'PCT_FACE':
      return M.toRational(face)
    case 'PCT_PA_ADVANCE':
      return Exact.mul(M.toRational(advance), fraction)
    case 'PER_INVOICE':
      return Exact.one
    // A flat fee belongs to the order; the items bear it in proportion to their advances.
    case 'FLAT':
    case 'PCT_ADVANCE':
      return M.toRational(advance)
  }
}

function hold(amount: Money, { min, max }: FeeRule): { amount: Money; limitedBy: 'MIN' | 'MAX' | null } {
  if (max && M.exceeds(amount, max)) return { amount: max, limitedBy: 'MAX' }
  if (min && M.exceeds(min, amount)) return { amount: min, limitedBy: 'MIN' }
  return { amount, limitedBy: null }
}

// Splits an order's amount over its items in proportion to fractions, equally when nobody contributed anything.
function shareOut(total: Money, weights: readonly Rational[], items: readonly FeeItem[]): Money[] {
  if (items.length === 0) return []
  const common = weights.reduce((all, weight) => all * weight.d, 1n)
  const whole = weights.map((weight) => weight.n * (common / weight.d))
  const empty = whole.every((weight) => weight === 0n)
  return M.splitByWeights(
    total,
    items.map(({ dueDate, number }, index) => ({ weight: empty ? 1n : whole[index]!, dueDate, number })),
  )
}
