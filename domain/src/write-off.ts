import { daysBetween, type LocalDate } from './local-date.ts'

export const writeOffAfterDays = 90

/** Whether a loss may be recognised: every document of the order is 90 days past its maturity, or the supplier has let a
 *  recourse claim on it pass its due date. Nothing may still be running, since its discount is not earned yet. */
export function mayWriteOff({
  lastMaturity,
  unpaidClaimDue,
  today,
}: {
  lastMaturity: LocalDate
  /** The earliest due date of a claim on the supplier that is still open. */
  unpaidClaimDue: LocalDate | null
  today: LocalDate
}): boolean {
  const overdueDays = daysBetween(lastMaturity, today)
  return overdueDays > 0 && (overdueDays >= writeOffAfterDays || (unpaidClaimDue !== null && unpaidClaimDue < today))
}
