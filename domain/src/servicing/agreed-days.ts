import { addDays, type LocalDate, maxDate } from '../local-date.ts'

/** The end of the minimum interest of a financing; undefined where no minimum was agreed. */
export const leastToOf = ({ minInterestDays }: { minInterestDays: number }, from: LocalDate): LocalDate | undefined =>
  minInterestDays > 0 ? addDays(from, minInterestDays) : undefined

/**
 * The end of interest at funding: the maturity, or the unadjusted due date when only the payment moves. Interest in advance never
 * ends before the minimum days.
 */
export function interestToOf(
  { dueDate, maturity }: { dueDate: LocalDate; maturity: LocalDate },
  product: { accrualShift: string; maturityOffset: number; minInterestDays: number; interestMethod: string },
  fundedOn: LocalDate,
): LocalDate {
  const end = product.accrualShift === 'CS' ? addDays(dueDate, product.maturityOffset) : maturity
  const least = product.interestMethod === 'IN_ADVANCE' ? product.minInterestDays : 0
  return maxDate(maxDate(end, fundedOn), addDays(fundedOn, least))
}
