import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { faultyField } from '../../http/refused.ts'
import type { Kind, ValuesOf } from './kind.ts'
import { aloneIn, refuseStale } from './stale.ts'
import { listed, rangeOf } from './titles.ts'

type Days = ValuesOf<'HOLIDAY'>['days']

/** What has one entry: a day in the calendar of a country. */
const dayOf = ({ countryCode, calendarDate }: Record<'countryCode' | 'calendarDate', string>): string =>
  `${countryCode} ${calendarDate}`

/** The entries of the calendars in the place of which the lines come. */
async function entriesNow(tx: Tx, days: Days) {
  const entries = await tx
    .selectFrom('holiday')
    .select(['countryCode', 'calendarDate', 'type', 'holidayNameEn', 'holidayNameCn'])
    .where('countryCode', 'in', [...new Set(days.map((day) => day.countryCode))])
    .where('calendarDate', 'in', [...new Set(days.map((day) => day.calendarDate))])
    .execute()
  const wanted = new Set(days.map(dayOf))
  return entries.filter((entry) => wanted.has(dayOf(entry)))
}

/** Special days of the calendars: one line for each day of a country. */
export const holidayKind: Kind<'HOLIDAY'> = {
  permission: 'system.holiday.edit',
  page: '/system/holiday',
  businessType: () => 'CALENDAR',
  async prepare(tx, { values: { days } }) {
    if (days.some((day) => day.type !== 'NONE' && day.holidayNameEn === '')) throw faultyField('days', 'BAD_REQUEST')
    if (new Set(days.map(dayOf)).size < days.length) throw faultyField('days', 'DAY_TWICE')
    const before = await entriesNow(tx, days)
    return {
      before,
      title: `${listed(days.map((day) => day.countryCode))} · ${rangeOf(days.map((day) => day.calendarDate))}`,
      concerns: [],
    }
  },
  async apply({ tx }, { values: { days } }, shown) {
    await aloneIn(tx, 'HOLIDAY')
    const wanted = new Set(days.map(dayOf))
    // A change that an earlier version put forward shows more days than it has lines.
    const replaced = (shown ?? []).filter((entry) => wanted.has(dayOf(entry)))
    refuseStale(replaced, await entriesNow(tx, days), (entry) => [dayOf(entry), entry])
    for (const { type, ...day } of days) {
      if (type === 'NONE')
        await tx
          .deleteFrom('holiday')
          .where('countryCode', '=', day.countryCode)
          .where('calendarDate', '=', day.calendarDate)
          .execute()
      else {
        const row = { ...day, holidayNameCn: day.holidayNameCn || day.holidayNameEn, type, source: 'STAFF' }
        await tx
          .insertInto('holiday')
          .values({ id: newId(), ...row })
          .onConflict((conflict) => conflict.columns(['countryCode', 'calendarDate']).doUpdateSet(row))
          .execute()
      }
    }
  },
}
