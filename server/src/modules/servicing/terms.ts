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
import type { FinanceOrderTable, FinancingProductTable } from '../../database/tables.ts'

/** What finance_order.funded_terms holds: the terms the order was agreed on, and each item's interest taken at funding. */
export type FundedTerms = {
  method: 'IN_ADVANCE' | 'IN_ARREARS'
  dayCount: DayCountCode
  /** How a discount is counted; orders funded before it was kept have none. */
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
  /** Orders funded before it was kept were agreed without one. */
  earlyFeeTaxPct?: string
  /** Who gets the early fee; orders funded before it was kept follow their product. */
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
export type FundedItemTerms = {
  interestTo: LocalDate
  leastTo?: LocalDate
  graceEnd?: LocalDate
  client: string
  fund: string
  /** Fees that are earned day by day; orders funded before they were had theirs earned with the charge. */
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

/** What a product's fees say about its early fee; absent in what was agreed before it was kept. */
export type AgreedEarlyFee = {
  earlyFeeTaxPct?: string | undefined
  earlyFeeBeneficiary?: FeeRule['beneficiary'] | undefined
}
/** What the fees of a product say about its early fee: the tax on it in percent, absent where they name none, and who gets it. */
export function earlyFeeOf(
  fees: readonly { code: string; taxPct: string; beneficiary: string }[],
): AgreedEarlyFee & { earlyFeeBeneficiary: FeeRule['beneficiary'] } {
  const rule = fees.find(({ code }) => code === 'EARLY')
  return {
    earlyFeeBeneficiary: rule?.beneficiary === 'PLATFORM' ? 'PLATFORM' : 'FUNDER',
    ...(rule ? { earlyFeeTaxPct: rule.taxPct } : {}),
  }
}

/** What finance_order.agreed_terms holds: the terms of the product that the supplier has accepted with the price. */
export type AgreedTerms = Pick<Selectable<FinancingProductTable>, (typeof agreedColumns)[number]> & AgreedEarlyFee

/** The terms of a product as an order that is priced by it keeps them. */
export const agreedTermsOf = (product: AgreedTerms): string =>
  JSON.stringify(product, [...agreedColumns, 'earlyFeeTaxPct', 'earlyFeeBeneficiary'])

/** The terms an order was agreed on; of one that was priced before they were kept, those of its product now. */
export async function agreedTermsFor(
  tx: Tx,
  { productId, agreedTerms }: Pick<Selectable<FinanceOrderTable>, 'productId' | 'agreedTerms'>,
): Promise<AgreedTerms> {
  if (agreedTerms) return agreedTerms as AgreedTerms
  return tx.selectFrom('financingProduct').select(agreedColumns).where('id', '=', productId).executeTakeFirstOrThrow()
}

/** The terms an order is funded on, of what was agreed; the items are filled in by the funding. */
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
