import { calendarCodeOf } from '@usance/domain/calendar'
import { daysBetween } from '@usance/domain/local-date'
import { type BankClock, paymentTiming } from '@usance/domain/payment-timing'
import type { Timing } from '@usance/wire/cut-off/calls'
import { dayInZone } from '../../calendar/day-in-zone.ts'
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

/** What the clock of a bank shows at an instant, against the operator's calendar. */
export function bankClock(now: Date, zone: string, operatorZoneMinutes: number): BankClock {
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
  const bankDay = `${parts.year}-${parts.month}-${parts.day}`
  return { time: `${parts.hour}:${parts.minute}`, daysAhead: daysBetween(dayInZone(now, operatorZoneMinutes), bankDay) }
}

/** When a payment would move that is sent now. The cut-off of its account goes before that of its currency. */
export async function timingOf(
  { tx, app, today, now }: Pick<UseCaseContext, 'tx' | 'app' | 'today' | 'now'>,
  payment: { currency: string; fromAccountId: string | null; dueDate: string | null },
  cutOffs?: CutOffs,
): Promise<Timing> {
  const ofCurrency = (cutOffs ?? (await cutOffsOf(tx))).filter((one) => one.currency === payment.currency)
  const found =
    ofCurrency.find((one) => one.bankAccountId !== null && one.bankAccountId === payment.fromAccountId) ??
    ofCurrency.find((one) => one.bankAccountId === null)
  const clock = found ? bankClock(now, found.zone, app.config.zoneMinutes) : { time: '00:00', daysAhead: 0 }
  const timing = paymentTiming({
    wanted: payment.dueDate,
    today,
    clock,
    cutOff: found ? { time: found.cutOffTime } : undefined,
    calendars: await calendarsOf(tx, [calendarCodeOf(payment.currency)]),
  })
  return { ...timing, cutOff: found ? { time: found.cutOffTime, zone: found.zone, bankTime: clock.time } : null }
}
