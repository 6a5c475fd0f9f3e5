import { adjust, type BusinessDayConvention, type Calendar } from './calendar.ts'
import { addDays, daysBetween, type LocalDate, maxDate } from './local-date.ts'
import { paymentDayOf } from './trial.ts'

/** What of a product decides which due days it takes. */
export type TenorTerms = {
  readonly minTenor: number
  readonly maxTenor: number
  readonly maturityOffset: number
  readonly bdConvention: BusinessDayConvention
}

/** The due days that a product accepts, from the first to the last; it accepts none where the first is after the last. */
export type DueDays = { readonly dueFrom: LocalDate; readonly dueTo: LocalDate }

// No convention moves a day by more than that.
const moved = 40

/**
 * The due days of documents whose tenor is within the bounds of a product when it is paid as early as it can be, as its pricing counts
 * the tenor: from the payment day to the maturity, which no later due day has earlier.
 */
export function dueDaysTaken(terms: TenorTerms, today: LocalDate, calendars: readonly Calendar[]): DueDays {
  const fundingDate = paymentDayOf(today, calendars)
  const tenorOf = (due: LocalDate) =>
    daysBetween(fundingDate, adjust(addDays(due, terms.maturityOffset), terms.bdConvention, calendars))
  const least = Math.max(terms.minTenor, 0)
  let first = addDays(fundingDate, least - terms.maturityOffset - moved)
  while (tenorOf(first) < least) first = addDays(first, 1)
  let last = addDays(fundingDate, terms.maxTenor - terms.maturityOffset + moved)
  while (tenorOf(last) > terms.maxTenor) last = addDays(last, -1)
  return { dueFrom: maxDate(first, today), dueTo: last }
}
