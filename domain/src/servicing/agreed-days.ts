import { addDays, type LocalDate, maxDate } from '../local-date.ts'

/** The day to which interest of a financing is charged at least; undefined where no minimum was agreed. */
export const leastToOf = ({ minInterestDays }: { minInterestDays: number }, from: LocalDate): LocalDate | undefined =>
  minInterestDays > 0 ? addDays(from, minInterestDays) : undefined

/** The day interest stops at funding: the maturity, or the unadjusted due date when only the payment moves; in advance never
 *  before the least number of days interest is charged for. */
export function interestToOf(
  { dueDate, maturity }: { dueDate: LocalDate; maturity: LocalDate },
  product: { accrualShift: string; maturityOffset: number; minInterestDays: number; interestMethod: string },
  fundedOn: LocalDate,
): LocalDate {
  const end = product.accrualShift === 'CS' ? addDays(dueDate, product.maturityOffset) : maturity
  const least = product.interestMethod === 'IN_ADVANCE' ? product.minInterestDays : 0
  return maxDate(maxDate(end, fundedOn), addDays(fundedOn, least))
}
