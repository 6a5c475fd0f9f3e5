import { addBusinessDays, adjust, type Calendar } from './calendar.ts'
import { addDays, type LocalDate } from './local-date.ts'

/** Until when a bank takes payments of a currency for the same day: a time of day as HH:MM on the clock of the bank. */
export type CutOff = { readonly time: string }

/** The clock of the bank: its time as HH:MM, and how many days its date is ahead of the operator's (-1, 0 or 1). */
export type BankClock = { readonly time: string; readonly daysAhead: number }

export type PaymentTiming = {
  /** The first day on which the bank can move the money. */
  readonly executionDate: LocalDate
  /** The cut-off of today has gone by, so that today is no longer possible. */
  readonly isPastCutOff: boolean
  /** The money moves later than was wanted. */
  readonly isRolled: boolean
}

/**
 * When money moves that is instructed today and wanted on a day: not in the past, not after the cut-off of the bank, and
 * never on a day of rest in any of the calendars. Without a cut-off today is possible until its end.
 */
export function paymentTiming(facts: {
  wanted: LocalDate | null
  today: LocalDate
  clock: BankClock
  cutOff: CutOff | undefined
  calendars: readonly Calendar[]
}): PaymentTiming {
  const { wanted, today, clock, cutOff, calendars } = facts
  const bankDay = addDays(today, clock.daysAhead)
  const isPastCutOff = cutOff !== undefined && (bankDay > today || (bankDay === today && clock.time >= cutOff.time))
  const first = isPastCutOff ? addBusinessDays(today, 1, calendars) : adjust(today, 'FOLLOWING', calendars)
  const asWanted = wanted === null ? first : adjust(wanted, 'FOLLOWING', calendars)
  const executionDate = asWanted > first ? asWanted : first
  return { executionDate, isPastCutOff, isRolled: wanted !== null && executionDate > wanted }
}
