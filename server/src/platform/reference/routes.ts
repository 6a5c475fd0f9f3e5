import { calendarCodeOf } from '@usance/domain/calendar'
import { referenceCalls } from '@usance/wire/reference/calls'
import { sql } from 'kysely'
import { routes } from '../../http/context.ts'
import { areas } from '../../reference/areas.ts'
import { listDictionary, saveEntry } from './dictionary.ts'

const mostBanks = 50

export const referenceRoutes = routes(referenceCalls, {
  dictionary: async ({ tx, body }) => {
    const rows = await tx
      .selectFrom('dictionaryEntry')
      .select(['grp', 'dicKey', 'enValue', 'cnValue', 'description'])
      .where('status', '=', 'ENABLE')
      .$if(Boolean(body.grp), (query) => query.where('grp', '=', body.grp!))
      .orderBy('grp')
      .orderBy('seq')
      .orderBy('dicKey')
      .execute()
    // A word nobody has translated yet reads in English.
    return rows.map((row) => ({ ...row, cnValue: row.cnValue || row.enValue }))
  },
  banks: async ({ tx, body }) => {
    let query = tx.selectFrom('bank').select(['swiftCode', 'combBankName', 'combBankNameLocal'])
    for (const column of ['swiftCode', 'combBankName', 'combBankNameLocal'] as const) {
      const part = body[column]
      if (part) query = query.where(sql<boolean>`position(lower(${part}) in lower(${sql.ref(column)})) > 0`)
    }
    return query.orderBy('combBankName').limit(mostBanks).execute()
  },
  areas: async ({ body }) => {
    const has = (text: string, part: string | undefined) => !part || text.toLowerCase().includes(part.toLowerCase())
    return areas.filter(
      (area) =>
        (body.type !== 'COUNTRY' || area.parentCode === null) &&
        (!body.type || body.type === 'COUNTRY' || area.parentCode !== null) &&
        has(area.nameEn, body.nameEn) &&
        has(area.nameCn, body.nameCn) &&
        (!body.parentCode || area.parentCode === body.parentCode) &&
        (!body.code || area.code === body.code),
    )
  },
  holidays: async ({ tx, body, today }) => {
    const countries = [...new Set((body.currencyCode ?? []).map(calendarCodeOf))]
    if (body.currencyCode && countries.length === 0) return []
    return tx
      .selectFrom('holiday')
      .select(['calendarDate', 'countryCode', 'holidayNameCn', 'holidayNameEn', 'type'])
      .where('calendarDate', '>=', `${Number(today.slice(0, 4)) - 1}-01-01`)
      .$if(countries.length > 0, (query) => query.where('countryCode', 'in', countries))
      .orderBy('calendarDate')
      .orderBy('countryCode')
      .execute()
  },
  products: async ({ tx, query: { name, pageNum, pageSize } }) => {
    const matching = tx
      .selectFrom('financingProduct')
      .where('status', '=', 'ENABLE')
      .$if(Boolean(name), (query) =>
        query.where(sql<boolean>`position(lower(${name}) in lower(name || ' ' || name_cn || ' ' || code)) > 0`),
      )
    const { total } = await matching.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow()
    const list = await matching
      .select(['id', 'code', 'name', 'nameCn', 'type'])
      .orderBy('code')
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute()
    return { pageNum, pageSize, total: Number(total), list }
  },
  staffDictionary: listDictionary,
  saveEntry,
})
