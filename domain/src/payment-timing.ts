import { addBusinessDays, adjust, type Calendar } from './calendar.ts'
import type { LocalDate } from './local-date.ts'

/** Until when a bank takes payments of a currency for the same day: a time of day as HH:MM on the clock of the bank. */
export type CutOff = { readonly time: string }

/** The clock of the bank: its day, and its time as HH:MM. */
export type BankClock = { readonly day: LocalDate; readonly time: string }

export type PaymentTiming = {
  /** The first day on which the bank can move the money. */
  readonly executionDate: LocalDate
  /** The cut-off of today has gone by, so that today is no longer possible. */
  readonly isPastCutOff: boolean
  /** The money moves later than was wanted. */
  readonly isRolled: boolean
}

/** Whether the bank takes no payments for a day any more. */
const isPast = (day: LocalDate, clock: BankClock, cutOff: CutOff) =>
  clock.day > day || (clock.day === day && clock.time >= cutOff.time)

/**
 * When money moves that is instructed on a business date and wanted on a day: not in the past of the books or of the bank, not after the
 * cut-off of the bank, and never on a day of rest in any of the calendars. The business date may be ahead of the bank's day, once the day was
 * closed in the evening, and behind it, while the close waits. Without a cut-off today is possible until its end.
 */
export function paymentTiming(facts: {
  wanted: LocalDate | null
  today: LocalDate
  /** The clock of the bank with its cut-off, where it has one. */
  bank: { clock: BankClock; cutOff: CutOff } | undefined
  calendars: readonly Calendar[]
}): PaymentTiming {
  const { wanted, today, bank, calendars } = facts
  const isPastCutOff = bank !== undefined && isPast(today, bank.clock, bank.cutOff)
  const from = bank && bank.clock.day > today ? bank.clock.day : today
  const open = adjust(from, 'FOLLOWING', calendars)
  const first = bank && isPast(open, bank.clock, bank.cutOff) ? addBusinessDays(open, 1, calendars) : open
  const asWanted = wanted === null ? first : adjust(wanted, 'FOLLOWING', calendars)
  const executionDate = asWanted > first ? asWanted : first
  return { executionDate, isPastCutOff, isRolled: wanted !== null && executionDate > wanted }
}
