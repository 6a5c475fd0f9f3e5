import type { FeeRule } from '@usance/domain/fees'
import { fromDecimal } from '@usance/domain/money'
import * as Exact from '@usance/domain/rational'
import type { TrialProduct } from '@usance/domain/trial'
import type { Selectable } from 'kysely'
import type { FinancingProductTable } from '../../database/tables.ts'

/** The terms of a product's row for its pricing, servicing and proof. */
export type ProductTermsRow = Pick<
  Selectable<FinancingProductTable>,
  | 'id'
  | 'type'
  | 'currencies'
  | 'recourse'
  | 'disclosed'
  | 'advanceRate'
  | 'minTenor'
  | 'maxTenor'
  | 'minAmount'
  | 'maxAmount'
  | 'interestMethod'
  | 'discountMethod'
  | 'rateType'
  | 'baseRateType'
  | 'margin'
  | 'floor'
  | 'dayCount'
  | 'resetFrequency'
  | 'lookbackBd'
  | 'graceDays'
  | 'penaltyMode'
  | 'penaltyMargin'
  | 'penaltyMultiplier'
  | 'calendars'
  | 'bdConvention'
  | 'accrualShift'
  | 'maturityOffset'
  | 'minInterestDays'
  | 'earlyFeePct'
  | 'breakDays'
  | 'rebateAllowed'
  | 'concentrationPct'
  | 'dilutionThreshold'
  | 'fundRate'
  | 'fundDayBase'
> & { offeredMargin: string }

/** A product on offer as the rules take it. */
export const productOf = (row: ProductTermsRow): TrialProduct => ({
  id: row.id,
  type: row.type,
  currencies: row.currencies,
  advanceRate: Exact.parseDecimal(row.advanceRate),
  minTenor: row.minTenor,
  maxTenor: row.maxTenor,
  interestMethod: row.interestMethod,
  discountMethod: row.discountMethod,
  rateType: row.rateType,
  ...(row.baseRateType ? { baseRateType: row.baseRateType } : {}),
  margin: Exact.parseDecimal(row.offeredMargin),
  floor: Exact.parseDecimal(row.floor),
  dayCount: row.dayCount as TrialProduct['dayCount'],
  resetFrequency: row.resetFrequency,
  lookbackBd: row.lookbackBd,
  bdConvention: row.bdConvention as TrialProduct['bdConvention'],
  accrualShift: row.accrualShift,
  minInterestDays: row.minInterestDays,
  // A product with minimum or maximum amounts has one currency.
  ...(row.minAmount ? { minAmount: fromDecimal(row.minAmount, row.currencies[0]!) } : {}),
  ...(row.maxAmount ? { maxAmount: fromDecimal(row.maxAmount, row.currencies[0]!) } : {}),
  maturityOffsetDays: row.maturityOffset,
  dilutionThreshold: Exact.parseDecimal(row.dilutionThreshold),
  ...(row.fundRate && row.fundDayBase ? { fundLeg: { rate: Exact.parseDecimal(row.fundRate), dayBase: row.fundDayBase } } : {}),
})

type FeeRow = {
  code: string
  basis: string
  value: string
  minAmount: string | null
  maxAmount: string | null
  taxPct: string
  payer: string
  beneficiary: string
  timing: string
}
/** The fees of a quote. The early fee is charged for an early payment alone, and is part of no quote. */
export const quotedFees = (fees: readonly FeeRow[], currency: string): FeeRule[] =>
  fees.filter(({ code }) => code !== 'EARLY').map((fee) => feeRuleOf(fee, currency))

export const feeRuleOf = (fee: FeeRow, currency: string): FeeRule => ({
  code: fee.code as FeeRule['code'],
  basis: fee.basis as FeeRule['basis'],
  value: Exact.parseDecimal(fee.value),
  ...(fee.minAmount ? { min: fromDecimal(fee.minAmount, currency) } : {}),
  ...(fee.maxAmount ? { max: fromDecimal(fee.maxAmount, currency) } : {}),
  taxPct: Exact.parseDecimal(fee.taxPct),
  payer: fee.payer as FeeRule['payer'],
  beneficiary: fee.beneficiary as FeeRule['beneficiary'],
  timing: fee.timing as FeeRule['timing'],
})
