import { newId } from '../../database/id.ts'
import { faultyField } from '../../http/refused.ts'
import type { Kind } from './kind.ts'
import { listed, rangeOf } from './titles.ts'

export const holidayKind: Kind<'HOLIDAY'> = {
  permission: 'system.holiday.edit',
  page: '/system/holiday',
  businessType: () => 'CALENDAR',
  async prepare(tx, { values: { days } }) {
    if (days.some((day) => day.type !== 'NONE' && day.holidayNameEn === '')) throw faultyField('days', 'BAD_REQUEST')
    const before = await tx
      .selectFrom('holiday')
      .select(['countryCode', 'calendarDate', 'type', 'holidayNameEn', 'holidayNameCn'])
      .where('countryCode', 'in', [...new Set(days.map((day) => day.countryCode))])
      .where('calendarDate', 'in', [...new Set(days.map((day) => day.calendarDate))])
      .execute()
    return {
      before,
      title: `${listed(days.map((day) => day.countryCode))} · ${rangeOf(days.map((day) => day.calendarDate))}`,
      concerns: [],
    }
  },
  async apply({ tx }, { values: { days } }) {
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
