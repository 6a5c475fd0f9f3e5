import type { Calendar } from '@usance/domain/calendar'
import { type DayCountCode, dayCountOfBase } from '@usance/domain/day-count'
import type { FeeRule } from '@usance/domain/fees'
import type { DiscountMethod } from '@usance/domain/interest'
import type { FeeIncome } from '@usance/domain/ledger/fee-lines'
import type { LocalDate } from '@usance/domain/local-date'
import { parseDecimal } from '@usance/domain/rational'
import type { ServicingTerms } from '@usance/domain/servicing/life'
import type { Selectable } from 'kysely'
import type { Tx } from '../../database/database.ts'
import type { FeeRuleTable, FinanceOrderTable, FinancingProductTable } from '../../database/tables.ts'

/** The contents of finance_order.funded_terms: the agreed terms of the order, and each item's interest taken at funding. */
export type FundedTerms = {
  method: 'IN_ADVANCE' | 'IN_ARREARS'
  dayCount: DayCountCode
  /** The calculation of a discount; absent in orders funded before it was stored. */
  discountMethod?: DiscountMethod
  graceDays: number
  penaltyMode: 'RETROACTIVE' | 'PROSPECTIVE'
  penaltyMargin: string | null
  penaltyMultiplier: string | null
  calendars: string[]
  fundRate: string | null
  fundDayBase: 360 | 365 | null
  breakDays: number
  rebateAllowed: boolean
  earlyFeePct: string
  /** Absent in orders funded before it was stored; they had none. */
  earlyFeeTaxPct?: string
  /** The beneficiary of the early fee; orders funded before it was stored use that of their product. */
  earlyFeeBeneficiary?: FeeRule['beneficiary']
  baseRateType: string | null
  floor: string
  margin: string
  resetFrequency: 'NONE' | 'DAILY' | 'MONTHLY'
  lookbackBd: number
  /** Days of a period are counted from its start; orders funded before that count each stretch by itself. */
  countsFromStart?: true
  items: Record<string, FundedItemTerms>
}
type FundedItemTerms = {
  interestTo: LocalDate
  leastTo?: LocalDate
  graceEnd?: LocalDate
  client: string
  fund: string
  /** Fees that are earned day by day; in older orders they were earned with the charge. */
  fees?: { income: FeeIncome; amount: string }[]
}

export const servicingTerms = (terms: FundedTerms, calendars: readonly Calendar[]): ServicingTerms => ({
  method: terms.method,
  dayCount: terms.dayCount,
  graceDays: terms.graceDays,
  penaltyMode: terms.penaltyMode,
  penalty:
    terms.penaltyMargin !== null
      ? { penaltyMargin: parseDecimal(terms.penaltyMargin) }
      : { multiplier: parseDecimal(terms.penaltyMultiplier ?? '1') },
  calendars,
  fundLeg:
    terms.fundRate === null ? null : { rate: parseDecimal(terms.fundRate), dayCount: dayCountOfBase(terms.fundDayBase ?? 360) },
  breakDays: terms.breakDays,
  rebateAllowed: terms.rebateAllowed,
  earlyFeePct: parseDecimal(terms.earlyFeePct),
  earlyFeeTaxPct: parseDecimal(terms.earlyFeeTaxPct ?? '0'),
  ...(terms.countsFromStart ? {} : { countsApart: true as const }),
})

type ProductRow = {
  interestMethod: string
  dayCount: string
  discountMethod: string
  graceDays: number
  penaltyMode: string
  penaltyMargin: string | null
  penaltyMultiplier: string | null
  calendars: string[]
  fundRate: string | null
  fundDayBase: number | null
  breakDays: number
  rebateAllowed: boolean
  earlyFeePct: string
  earlyFeeTaxPct?: string | undefined
  earlyFeeBeneficiary?: FeeRule['beneficiary'] | undefined
  baseRateType: string | null
  rateType: string
  floor: string
  resetFrequency: string
  lookbackBd: number
}

const agreedColumns = [
  'interestMethod',
  'discountMethod',
  'rateType',
  'baseRateType',
  'margin',
  'floor',
  'dayCount',
  'resetFrequency',
  'lookbackBd',
  'graceDays',
  'penaltyMode',
  'penaltyMargin',
  'penaltyMultiplier',
  'calendars',
  'bdConvention',
  'accrualShift',
  'maturityOffset',
  'minInterestDays',
  'earlyFeePct',
  'breakDays',
  'rebateAllowed',
  'fundRate',
  'fundDayBase',
] as const satisfies readonly (keyof FinancingProductTable)[]

/** The bounds of an order: within what of the product it was agreed. Absent in agreements from before they were stored. */
const agreedBounds = [
  'advanceRate',
  'minTenor',
  'maxTenor',
  'minAmount',
  'maxAmount',
] as const satisfies readonly (keyof FinancingProductTable)[]

/** The early fee's terms from a product's fees; absent in agreements from before they were stored. */
export type AgreedEarlyFee = {
  earlyFeeTaxPct?: string | undefined
  earlyFeeBeneficiary?: FeeRule['beneficiary'] | undefined
}
/** The early fee's terms from a product's fees: its tax in percent, absent without one, and its beneficiary. */
export function earlyFeeOf(
  fees: readonly { code: string; taxPct: string; beneficiary: string }[],
): AgreedEarlyFee & { earlyFeeBeneficiary: FeeRule['beneficiary'] } {
  const rule = fees.find(({ code }) => code === 'EARLY')
  return {
    earlyFeeBeneficiary: rule?.beneficiary === 'PLATFORM' ? 'PLATFORM' : 'FUNDER',
    ...(rule ? { earlyFeeTaxPct: rule.taxPct } : {}),
  }
}

const feeColumns = [
  'code',
  'basis',
  'value',
  'minAmount',
  'maxAmount',
  'taxPct',
  'payer',
  'beneficiary',
  'timing',
] as const satisfies readonly (keyof FeeRuleTable)[]
/** A fee of a product as an order was priced with it. */
export type AgreedFee = Pick<Selectable<FeeRuleTable>, (typeof feeColumns)[number]>

/** The contents of finance_order.agreed_terms: the terms of the product that the supplier has accepted with the price. */
export type AgreedTerms = Pick<Selectable<FinancingProductTable>, (typeof agreedColumns)[number]> &
  Partial<Pick<Selectable<FinancingProductTable>, (typeof agreedBounds)[number]>> &
  AgreedEarlyFee & { fees?: readonly AgreedFee[] | undefined }

/** The terms of a product in the form that an order stores. */
export const agreedTermsOf = (product: AgreedTerms): string =>
  JSON.stringify({
    ...picked(product, [...agreedColumns, ...agreedBounds, 'earlyFeeTaxPct', 'earlyFeeBeneficiary']),
    ...(product.fees ? { fees: product.fees.map((fee) => picked(fee, feeColumns)) } : {}),
  })

const picked = <T extends object>(row: T, columns: readonly (keyof T)[]) =>
  Object.fromEntries(columns.map((column) => [column, row[column]]))

const concernsFunder = ({ payer, beneficiary }: Pick<AgreedFee, 'payer' | 'beneficiary'>) =>
  payer === 'FUNDER' || beneficiary === 'FUNDER'

/**
 * The fees with which an order is priced again. What the funder bears or gets stays as it was agreed, and so does the early fee: only the
 * supplier and the buyer are asked about another price. Other fees are those of the product now.
 */
export function feesPricedAgain(now: readonly AgreedFee[], agreed: readonly AgreedFee[]): AgreedFee[] {
  const staysAgreed = (code: string) =>
    code === 'EARLY' || [...now, ...agreed].some((fee) => fee.code === code && concernsFunder(fee))
  const fees = [...agreed.filter(({ code }) => staysAgreed(code)), ...now.filter(({ code }) => !staysAgreed(code))]
  return fees.toSorted((a, b) => (a.code < b.code ? -1 : 1))
}

/** The agreed terms of an order; one priced before they were stored uses those of its product now. */
export async function agreedTermsFor(
  tx: Tx,
  { productId, agreedTerms }: Pick<Selectable<FinanceOrderTable>, 'productId' | 'agreedTerms'>,
): Promise<AgreedTerms> {
  if (agreedTerms) return agreedTerms as AgreedTerms
  return tx.selectFrom('financingProduct').select(agreedColumns).where('id', '=', productId).executeTakeFirstOrThrow()
}

/** The terms of an order's funding, from the agreed terms; the funding adds the items. */
export const termsOfProduct = (product: ProductRow, margin: string): Omit<FundedTerms, 'items'> => ({
  method: product.interestMethod as FundedTerms['method'],
  dayCount: product.dayCount as DayCountCode,
  discountMethod: product.discountMethod as DiscountMethod,
  graceDays: product.graceDays,
  penaltyMode: product.penaltyMode as FundedTerms['penaltyMode'],
  penaltyMargin: product.penaltyMargin,
  penaltyMultiplier: product.penaltyMultiplier,
  calendars: product.calendars,
  fundRate: product.fundRate,
  fundDayBase: product.fundDayBase as 360 | 365 | null,
  breakDays: product.breakDays,
  rebateAllowed: product.rebateAllowed,
  earlyFeePct: product.earlyFeePct,
  earlyFeeTaxPct: product.earlyFeeTaxPct ?? '0',
  ...(product.earlyFeeBeneficiary ? { earlyFeeBeneficiary: product.earlyFeeBeneficiary } : {}),
  baseRateType: product.rateType === 'FLOATING' ? product.baseRateType : null,
  floor: product.floor,
  margin,
  resetFrequency: product.resetFrequency as FundedTerms['resetFrequency'],
  lookbackBd: product.lookbackBd,
  countsFromStart: true,
})
