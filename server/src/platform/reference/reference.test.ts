import { referenceCalls } from '@usance/wire/reference/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillCalendars } from '../../reference/seed-reference.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

describe('the lists that forms choose from', () => {
  test('an empty body answers the whole dictionary with its four groups', async () => {
    const answer = await portal.sendRaw(portal.seats.alderMaker, 'POST', '/api/usance-company/backend/dict/list')
    const rows = answer.json().data as { grp: string; dicKey: string; cnValue: string }[]
    expect([...new Set(rows.map((row) => row.grp))].sort()).toEqual([
      'BASE_RATE_TYPE',
      'CURRENCY',
      'RATE_TYPE',
      'SUPPLIER_CATEGORY',
    ])
    expect(rows.find((row) => row.dicKey === 'USD')).toEqual({
      grp: 'CURRENCY',
      dicKey: 'USD',
      enValue: 'US dollar',
      cnValue: '美元',
      description: null,
    })
  })
  test('what staff save is offered at once; a second writer of the same version is refused', async () => {
    const save = (body: object) => portal.ask(portal.seats.operations, referenceCalls.saveEntry, { body: body as never })
    const entry = { grp: 'SUPPLIER_CATEGORY', dicKey: 'FARM', enValue: 'Farm' }
    expect(await save(entry)).toMatchObject({ version: 1, status: 'ENABLE' })
    const offered = async () =>
      (await portal.ask(portal.seats.alderMaker, referenceCalls.dictionary, { body: {} })).find((row) => row.dicKey === 'FARM')
    expect(await offered()).toMatchObject({ enValue: 'Farm', cnValue: 'Farm' })
    await save({ ...entry, cnValue: '农场', version: 1 })
    expect(await offered()).toMatchObject({ cnValue: '农场' })
    expect((await refusalOf(save({ ...entry, version: 1 }))).error).toBe('STALE_VERSION')
    await save({ ...entry, status: 'DISABLE', version: 2 })
    expect(await offered()).toBeUndefined()
    expect((await refusalOf(save({ grp: 'CURRENCY', dicKey: 'ZZZ', enValue: 'No money' }))).code).not.toBe(200)
    const foreign = portal.ask(portal.seats.alderMaker, referenceCalls.saveEntry, { body: entry })
    expect((await refusalOf(foreign)).code).toBe(403)
  })
  test('banks are found by a part of their code or either name', async () => {
    const find = (body: object) => portal.ask(portal.seats.alderMaker, referenceCalls.banks, { body })
    expect((await find({ swiftCode: 'bkch' })).map((row) => row.swiftCode)).toEqual(['BKCHCNBJ', 'BKCHHKHH'])
    expect((await find({ combBankName: 'commerz' }))[0]).toMatchObject({ swiftCode: 'COBADEFF' })
    expect((await find({ combBankNameLocal: '招商' }))[0]).toMatchObject({ combBankName: 'China Merchants Bank' })
  })
  test('countries carry both names and their part of the world; provinces hang below theirs', async () => {
    const find = (body: object) => portal.ask(portal.seats.alderMaker, referenceCalls.areas, { body })
    const countries = await find({ type: 'COUNTRY' })
    expect(countries.length).toBeGreaterThan(240)
    expect(await find({ type: 'COUNTRY', nameEn: 'singap' })).toEqual([
      { code: 'SG', nameEn: 'Singapore', nameCn: '新加坡', parentCode: null, region: 'ASIA', numericCode: '702' },
    ])
    expect(await find({ parentCode: 'CN', nameCn: '广东' })).toMatchObject([{ code: 'CN-44', parentCode: 'CN' }])
    expect(await find({ code: 'DE' })).toHaveLength(1)
  })
  test('products come by page and by a part of their name', async () => {
    const find = (query: object) => portal.ask(portal.seats.alderMaker, referenceCalls.products, { query })
    const all = await find({ name: '', pageNum: '1', pageSize: '2' })
    expect(all.list).toHaveLength(2)
    expect(all.total).toBeGreaterThan(2)
    expect((await find({ name: 'payables' })).list).toMatchObject([{ code: 'PF', name: 'Payables finance' }])
  })
  test('the calendars are filled once, from both ends of the currencies, and a removed day stays away', async () => {
    expect(await fillCalendars(portal.app.db, '2025-03-03')).toBeGreaterThan(500)
    const list = (currencyCode: string | string[]) =>
      portal.ask(portal.seats.alderMaker, referenceCalls.holidays, { body: { currencyCode } })
    const days = await list(['USD', 'CNY'])
    expect([...new Set(days.map((day) => day.countryCode))].sort()).toEqual(['CN', 'US'])
    expect(days.find((day) => day.calendarDate === '2025-07-04')).toEqual({
      calendarDate: '2025-07-04',
      countryCode: 'US',
      holidayNameEn: 'Independence Day',
      holidayNameCn: expect.any(String),
      type: 'J',
    })
    expect((await list('EUR')).every((day) => day.countryCode === 'EU')).toBe(true)
    await portal.look((tx) => tx.deleteFrom('holiday').where('calendarDate', '=', '2025-07-04').execute())
    expect(await fillCalendars(portal.app.db, '2025-03-03')).toBe(0)
  })
})
