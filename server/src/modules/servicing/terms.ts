import type { Calendar } from '@usance/domain/calendar'
import { type DayCountCode, dayCountOfBase } from '@usance/domain/day-count'
import { addDays, type LocalDate, maxDate } from '@usance/domain/local-date'
import { parseDecimal } from '@usance/domain/rational'
import type { ServicingTerms } from '@usance/domain/servicing/life'

/** What finance_order.funded_terms holds: the product as it stood at funding, and each item's interest taken then. */
export type FundedTerms = {
  method: 'IN_ADVANCE' | 'IN_ARREARS'
  dayCount: DayCountCode
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
  baseRateType: string | null
  floor: string
  margin: string
  resetFrequency: 'NONE' | 'DAILY' | 'MONTHLY'
  lookbackBd: number
  items: Record<string, { interestTo: LocalDate; graceEnd?: LocalDate; client: string; fund: string }>
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
})

type ProductRow = {
  interestMethod: string
  dayCount: string
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
  baseRateType: string | null
  rateType: string
  floor: string
  resetFrequency: string
  lookbackBd: number
}

/** The terms a product funds on today; the items are filled in by the funding. */
export const termsOfProduct = (product: ProductRow, margin: string): Omit<FundedTerms, 'items'> => ({
  method: product.interestMethod as FundedTerms['method'],
  dayCount: product.dayCount as DayCountCode,
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
  baseRateType: product.rateType === 'FLOATING' ? product.baseRateType : null,
  floor: product.floor,
  margin,
  resetFrequency: product.resetFrequency as FundedTerms['resetFrequency'],
  lookbackBd: product.lookbackBd,
})

/** The day interest stops at funding: the maturity, or the unadjusted due date when only the payment moves; never before
 *  the least number of days interest is charged for. */
export function interestToOf(
  { dueDate, maturity }: { dueDate: LocalDate; maturity: LocalDate },
  product: { accrualShift: string; maturityOffset: number; minInterestDays: number; interestMethod: string },
  fundedOn: LocalDate,
): LocalDate {
  const end = product.accrualShift === 'CS' ? addDays(dueDate, product.maturityOffset) : maturity
  const least = product.interestMethod === 'IN_ADVANCE' ? product.minInterestDays : 0
  return maxDate(maxDate(end, fundedOn), addDays(fundedOn, least))
}
