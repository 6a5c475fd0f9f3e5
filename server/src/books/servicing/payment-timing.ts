import { calendarCodeOf } from '@usance/domain/calendar'
import { type BankClock, paymentTiming } from '@usance/domain/payment-timing'
import type { Timing } from '@usance/wire/cut-off/calls'
import type { Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { calendarsOf } from './calendars.ts'

export type CutOffs = { currency: string; bankAccountId: string | null; cutOffTime: string; zone: string }[]

export const cutOffsOf = (tx: Tx): Promise<CutOffs> =>
  tx.selectFrom('paymentCutOff').select(['currency', 'bankAccountId', 'cutOffTime', 'zone']).execute()

/** Whether the runtime knows the zone by this name, such as Europe/Berlin. */
export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** What the clock of a bank shows at an instant. */
export function bankClock(now: Date, zone: string): BankClock {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  )
  return { day: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` }
}

/** The cut-off that holds for a payment, if any: that of its account goes before that of its currency. */
const cutOffOf = (cutOffs: CutOffs, payment: { currency: string; fromAccountId: string | null }) => {
  const ofCurrency = cutOffs.filter((one) => one.currency === payment.currency)
  return (
    ofCurrency.find((one) => one.bankAccountId !== null && one.bankAccountId === payment.fromAccountId) ??
    ofCurrency.find((one) => one.bankAccountId === null)
  )
}

/** Whether a day is over for a payment: in the books, or on the clock of the bank that it leaves. */
export function isDayOver(
  { today, now }: Pick<UseCaseContext, 'today' | 'now'>,
  day: string,
  payment: { currency: string; fromAccountId: string | null },
  cutOffs: CutOffs,
): boolean {
  const found = cutOffOf(cutOffs, payment)
  return day < today || (found !== undefined && day < bankClock(now, found.zone).day)
}

/** When a payment would move that is sent now. */
export async function timingOf(
  { tx, today, now }: Pick<UseCaseContext, 'tx' | 'today' | 'now'>,
  payment: { currency: string; fromAccountId: string | null; dueDate: string | null },
  cutOffs?: CutOffs,
): Promise<Timing> {
  const found = cutOffOf(cutOffs ?? (await cutOffsOf(tx)), payment)
  const bank = found && { clock: bankClock(now, found.zone), cutOff: { time: found.cutOffTime } }
  const timing = paymentTiming({
    wanted: payment.dueDate,
    today,
    bank,
    calendars: await calendarsOf(tx, [calendarCodeOf(payment.currency)]),
  })
  return { ...timing, cutOff: found && bank ? { time: found.cutOffTime, zone: found.zone, bankTime: bank.clock.time } : null }
}
