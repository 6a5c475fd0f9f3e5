import { type Calendar, calendar } from '@usance/domain/calendar'
import type { Tx } from '../../database/database.ts'
import { weekendOf } from '../../reference/holidays.ts'

// Holidays change a few times a year; each kind of work asks for them for every order it touches.
const kept = new Map<string, { at: number; calendar: Calendar }>()
const keptMs = 5000

/** The calendars of some countries as the holiday table has them. */
export async function calendarsOf(tx: Tx, codes: readonly string[]): Promise<Calendar[]> {
  const missing = codes.filter((code) => Date.now() - (kept.get(code)?.at ?? 0) > keptMs)
  if (missing.length > 0) {
    const rows = await tx
      .selectFrom('holiday')
      .select(['countryCode', 'calendarDate', 'type'])
      .where('countryCode', 'in', missing)
      .execute()
    for (const code of missing) {
      const own = rows.filter((row) => row.countryCode === code)
      kept.set(code, {
        at: Date.now(),
        calendar: calendar(code, {
          rest: own.filter((row) => row.type === 'J').map((row) => row.calendarDate),
          weekend: weekendOf(code),
          working: own.filter((row) => row.type !== 'J').map((row) => row.calendarDate),
        }),
      })
    }
  }
  return codes.map((code) => kept.get(code)!.calendar)
}
