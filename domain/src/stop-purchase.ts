import type { LocalDate } from './local-date.ts'
import { addDays } from './local-date.ts'
import { add, cmp, isPositive, type Rational } from './rational.ts'

/** Days after maturity from which an unpaid order stops its supplier from raising others. */
const stopAfterOverdueDays = 30

export type StopFacts = {
  readonly today: LocalDate
  readonly isBlocked: boolean
  /** The earliest maturity of the supplier's overdue orders with this funder. */
  readonly oldestOverdue: LocalDate | null
  /** The buyer's dilution of twelve months and the product's threshold, in percent. */
  readonly dilution12m: Rational | null
  readonly dilutionThreshold: Rational
  /** The operator admitted the supplier. */
  readonly isAdmitted: boolean
  /** The day the supplier's review ends; null where none was ever due. */
  readonly kycExpiresOn: LocalDate | null
  /** A limit was granted for this business and none is in force any more. */
  readonly isLimitExpired: boolean
}
/** What stands against one buyer alone; everything else stands against the supplier, and so against each of its buyers. */
export type BuyerStop = 'STOP_DILUTION' | 'STOP_LIMIT'
export type StopReason = 'STOP_PURCHASE' | 'STOP_ADMISSION' | 'STOP_OVERDUE' | 'STOP_KYC' | BuyerStop

export const isBuyerStop = (reason: StopReason): reason is BuyerStop => reason === 'STOP_DILUTION' || reason === 'STOP_LIMIT'

/** Why nothing more is bought from this supplier against this buyer, the gravest reason first; null where nothing stands against it. */
export function stopReasonOf(facts: StopFacts): StopReason | null {
  const { today, dilution12m, dilutionThreshold } = facts
  if (facts.isBlocked) return 'STOP_PURCHASE'
  if (!facts.isAdmitted) return 'STOP_ADMISSION'
  if (facts.oldestOverdue !== null && addDays(facts.oldestOverdue, stopAfterOverdueDays) < today) return 'STOP_OVERDUE'
  if (facts.kycExpiresOn !== null && facts.kycExpiresOn < today) return 'STOP_KYC'
  if (facts.isLimitExpired) return 'STOP_LIMIT'
  const isWatched = dilution12m !== null && isPositive(dilutionThreshold)
  return isWatched && cmp(dilution12m, add(dilutionThreshold, dilutionThreshold)) > 0 ? 'STOP_DILUTION' : null
}
