import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { configCalls } from '@usance/wire/config/calls'
import { dynamicFormCalls } from '@usance/wire/dynamic-form/calls'
import { internationalCalls } from '@usance/wire/international/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSheet } from '../../files/spreadsheet.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { builtInChinese, laidOver } from './chinese-texts.ts'
import { mostReported } from './routes.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

describe('texts of an administrator', () => {
  const save = (value: string, more: object = {}) =>
    portal.ask(portal.seats.administrator, internationalCalls.save, {
      body: { langKey: 'zh-CN', namespace: 'menu', value, ...more },
    })

  test('are read by everybody, also before signing in, and by clients that read a file', async () => {
    const saved = await save('{"home":"工作台"}')
    expect(saved).toMatchObject({ langKey: 'zh-CN', namespace: 'menu', version: 1 })
    const read = await portal.ask(null, internationalCalls.list, { body: { langKey: 'zh-CN', namespace: 'menu' } })
    expect(read.map((row) => JSON.parse(row.value))).toEqual([{ home: '工作台' }])
    expect(await portal.ask(null, internationalCalls.list, { body: { langKey: 'en-US' } })).toEqual([])
    // A browser learns with its page in which languages there is something to ask for.
    expect((await portal.ask(null, configCalls.config, {})).ownTexts).toEqual(['zh-CN'])
    const file = await portal.sendRaw(null, 'GET', '/api/usance-company/international/zh-CN.ts')
    expect(file.body).toContain('export default')
    expect(file.body).toContain('工作台')
    expect(await save('{"home":"首页"}', { id: saved.id, version: 1 })).toMatchObject({ id: saved.id, version: 2 })
    expect((await refusalOf(save('{"home":"旧"}', { version: 1 }))).error).toBe('STALE_VERSION')
  })
  test('lie over the built-in ones, text by text; an empty one hides nothing', async () => {
    expect(laidOver({ menu: { home: '首页', news: '消息' } }, { menu: { home: '工作台', news: '' }, own: { a: '甲' } })).toEqual({
      menu: { home: '工作台', news: '消息' },
      own: { a: '甲' },
    })
    const folder = await mkdtemp(join(tmpdir(), 'texts-'))
    expect(await builtInChinese(folder)).toEqual({})
    await mkdir(join(folder, 'texts'))
    await writeFile(join(folder, 'texts/zh-CN.json'), '{"menu":{"home":"首页"}}')
    expect(await builtInChinese(folder)).toEqual({ menu: { home: '首页' } })
    await rm(folder, { recursive: true })
  })
  test('must be texts; nobody else may change them', async () => {
    for (const value of ['not json', '["a"]', '{"a":1}', '{"a":{"b":null}}', '{"a":"{{ gap! }}"}'])
      expect((await refusalOf(save(value))).code).toBe(400)
    const foreign = portal.ask(portal.seats.alderMaker, internationalCalls.save, {
      body: { langKey: 'en-US', namespace: 'menu', value: '{}' },
    })
    expect((await refusalOf(foreign)).code).toBe(403)
  })
  test('a key that a screen missed is reported until it has a text', async () => {
    const report = () =>
      portal.ask(portal.seats.alderMaker, internationalCalls.reportMissing, {
        body: { langKey: 'zh-CN', page: '/home', keys: ['menu.strange', 'menu.gone'] },
      })
    await report()
    await report()
    const missing = () => portal.ask(portal.seats.administrator, internationalCalls.missing, { body: { langKey: 'zh-CN' } })
    expect((await missing()).map((row) => [row.textKey, row.seen])).toEqual([
      ['menu.gone', 2],
      ['menu.strange', 2],
    ])
    await save('{"home":"首页","strange":"奇怪"}')
    expect((await missing()).map((row) => row.textKey)).toEqual(['menu.gone'])
    expect((await refusalOf(portal.ask(portal.seats.alderMaker, internationalCalls.missing, { body: {} }))).code).toBe(403)
  })
  test('a user reports a limited number of keys, and may go on reporting known ones', async () => {
    const seat = portal.seats.cedarMaker
    const report = (from: number) =>
      portal.ask(seat, internationalCalls.reportMissing, {
        body: { langKey: 'en-US', page: '/home', keys: Array.from({ length: 50 }, (_, n) => `made.up.k${from + n}`) },
      })
    for (let from = 0; from < mostReported; from += 50) await report(from)
    const refusal = await refusalOf(report(mostReported))
    expect(refusal.data.fields).toEqual([{ field: 'keys', message: 'KEPT_ENOUGH', params: { count: mostReported } }])
    await report(0)
  })
  test('a template comes by its type, an unknown one does not exist', async () => {
    const book = await portal.ask(portal.seats.alderMaker, internationalCalls.downloadTemplate, { query: { type: 'INVOICE' } })
    expect((await readSheet(book as Buffer))[0]).toContain('Invoice no')
    const unknown = portal.ask(portal.seats.alderMaker, internationalCalls.downloadTemplate, { query: { type: 'toString' } })
    expect((await refusalOf(unknown)).code).toBe(404)
  })
})

describe('a form an administrator configured', () => {
  const read = () => portal.ask(portal.seats.administrator, dynamicFormCalls.config, { query: { name: 'INVOICE_SHEET' } })

  test('changes the invoice sheet at once: words, order, what must be filled, what is not shown', async () => {
    const form = await read()
    expect(form.version).toBe(0)
    const fields = form.fields.map((field) =>
      field.name === 'poNo'
        ? { ...field, label: { 'en-US': 'Our order', 'zh-CN': '我方订单' }, orderBy: 0, require: 1 as const }
        : field.name === 'remark' || field.name === 'amount'
          ? { ...field, require: 2 as const }
          : field,
    )
    const body = { name: 'INVOICE_SHEET', kind: 'SHEET' as const, fields, version: 0 }
    await portal.ask(portal.seats.administrator, dynamicFormCalls.save, { body })
    const template = await portal.ask(portal.seats.alderMaker, invoiceCalls.template, {})
    expect(template[0]).toMatchObject({ key: 'poNo', title: 'Our order', required: true })
    expect(template.map((column) => column.key)).not.toContain('remark')
    // An invoice without an amount is none, whatever is configured.
    expect(template.find((column) => column.key === 'amount')?.required).toBe(true)
    const book = await portal.ask(portal.seats.alderMaker, invoiceCalls.templateDownload, { body: { type: 'EXCEL' } })
    expect((await readSheet(book as Buffer))[0]![0]).toBe('Our order')
    expect((await refusalOf(portal.ask(portal.seats.administrator, dynamicFormCalls.save, { body }))).error).toBe('STALE_VERSION')
  })
  test('with a field twice or a condition on nothing is refused, and only an administrator saves', async () => {
    const save = (seat: typeof portal.seats.administrator, fields: object[]) =>
      portal.ask(seat, dynamicFormCalls.save, { body: { name: 'TRIAL_FORM', fields: fields as never, version: 0 } })
    const twice = { type: 'text', name: 'a', label: 'A' }
    expect((await refusalOf(save(portal.seats.administrator, [twice, twice]))).data.fields[0].message).toBe('a: TWICE')
    expect((await refusalOf(save(portal.seats.alderMaker, [twice]))).code).toBe(403)
    expect(await save(portal.seats.administrator, [{ ...twice, shape: 'round' }])).toMatchObject({ version: 1 })
    const back = await portal.ask(portal.seats.alderMaker, dynamicFormCalls.config, { query: { name: 'TRIAL_FORM' } })
    expect(back.fields).toEqual([twice])
    const unknown = portal.ask(portal.seats.alderMaker, dynamicFormCalls.config, { query: { name: 'NO_SUCH_FORM' } })
    expect((await refusalOf(unknown)).code).toBe(404)
  })
  test('arranges the columns of a list; what the list does not have, and a list without columns, is refused', async () => {
    const name = 'LIST_TRADING_INVOICE'
    const seat = portal.seats.administrator
    const table = () => portal.ask(portal.seats.alderMaker, dynamicFormCalls.config, { query: { name } })
    const save = (fields: object[], version: number) =>
      portal.ask(seat, dynamicFormCalls.save, { body: { name, fields: fields as never, version } })
    const builtIn = await table()
    expect(builtIn).toMatchObject({ kind: 'TABLE', version: 0 })
    expect((await portal.ask(null, configCalls.config, {})).ownTables).not.toContain(name)

    const amount = builtIn.fields.find((field) => field.name === 'amount')!
    const stored = [{ ...amount, orderBy: 0, label: { 'en-US': 'Face value', 'zh-CN': '票面金额' }, require: 1 }]
    const saved = await save(stored, 0)
    expect(saved).toMatchObject({ kind: 'TABLE', version: 1 })
    // Everybody reads it, and columns nobody spoke of stay, after it.
    expect((await table()).fields.map((field) => field.name)).toEqual([
      'amount',
      ...builtIn.fields.map((field) => field.name).filter((one) => one !== 'amount'),
    ])
    expect((await table()).fields[0]).toMatchObject({ label: { 'zh-CN': '票面金额' }, require: 1 })
    expect((await portal.ask(null, configCalls.config, {})).ownTables).toContain(name)

    const strange = [...stored, { type: 'text', name: 'secret', label: 'Secret' }]
    expect((await refusalOf(save(strange, 1))).data.fields[0].message).toBe('secret: COLUMN')
    const hidden = builtIn.fields.map((field) => ({ ...field, require: 2 }))
    expect((await refusalOf(save(hidden, 1))).data.fields[0].message).toBe('NO_COLUMN')
    expect((await save([], 1)).fields).toEqual(builtIn.fields)
  })
})
