import { calendarCodeOf } from '@usance/domain/calendar'
import type { Db, Tx } from '../database/database.ts'
import { inTransaction } from '../database/database.ts'
import { newId } from '../database/id.ts'
import { banks } from './banks.ts'
import { shippedDictionary } from './dictionary.ts'
import { hasHolidays, holidaysFor } from './holidays.ts'

/** Adds the dictionary and the banks that are not there yet; what staff changed stays as it is. */
export async function seedReference(tx: Tx): Promise<void> {
  await tx
    .insertInto('dictionaryEntry')
    .values(shippedDictionary.map((entry, seq) => ({ id: newId(), description: null, ...entry, seq })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .insertInto('bank')
    .values(
      banks.map(([swiftCode, combBankName, combBankNameLocal]) => ({
        swiftCode,
        combBankName,
        combBankNameLocal,
        countryCode: swiftCode.slice(4, 6),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const yearsBack = 2
const yearsAhead = 2

/**
 * Fills the calendars of the dictionary's currencies from two years back to two years ahead of the day, a country and
 * year at most once, so that a day staff removed does not come back. Answers how many days were added.
 */
export async function fillCalendars(db: Db, today: string): Promise<number> {
  return inTransaction(db, { kind: 'system' }, 'write', async (tx) => {
    const key = 'holidayYears'
    const kept = await tx.selectFrom('setting').select('value').where('key', '=', key).forUpdate().executeTakeFirst()
    const filled = new Set((kept?.value as string[] | undefined) ?? [])
    const currencies = await tx.selectFrom('dictionaryEntry').select('dicKey').where('grp', '=', 'CURRENCY').execute()
    const countries = [...new Set(currencies.map(({ dicKey }) => calendarCodeOf(dicKey)))].filter(hasHolidays)
    const thisYear = Number(today.slice(0, 4))
    let added = 0
    for (let year = thisYear - yearsBack; year <= thisYear + yearsAhead; year++)
      for (const country of countries) {
        const mark = `${country}-${year}`
        if (filled.has(mark)) continue
        // A calendar that is announced year by year is empty until it is; it is asked for again then.
        const days = holidaysFor(country, year)
        if (days.length === 0) continue
        filled.add(mark)
        const byDate = new Map(days.map((day) => [day.date, day]))
        const done = await tx
          .insertInto('holiday')
          .values(
            [...byDate.values()].map((day) => ({
              id: newId(),
              countryCode: country,
              calendarDate: day.date,
              holidayNameEn: day.nameEn,
              holidayNameCn: day.nameCn,
              type: day.type,
              source: 'SHIPPED',
            })),
          )
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        added += Number(done.numInsertedOrUpdatedRows ?? 0)
      }
    const value = JSON.stringify([...filled].sort())
    await tx
      .insertInto('setting')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()
    return added
  })
}
