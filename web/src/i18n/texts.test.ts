import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { areaTexts } from './areas.ts'
import english from './en-US/index.ts'
import englishPortal from './en-US/portal.ts'
import { t } from './i18n.ts'
import chinese from './zh-CN/index.ts'
import chinesePortal from './zh-CN/portal.ts'

const flatten = (texts: object, prefix = ''): Map<string, string> =>
  new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as const] : [...flatten(value, `${prefix}${key}.`)],
    ),
  )
const load = async (core: object, portal: object, language: 'en-US' | 'zh-CN') => {
  const all = new Map([...flatten(core), ...flatten(portal)])
  for (const area of Object.values(areaTexts))
    for (const [key, value] of flatten((await area[language]()).default)) all.set(key, value)
  return all
}
const en = await load(english, englishPortal, 'en-US')
const zh = await load(chinese, chinesePortal, 'zh-CN')
const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((found) => found[1]).sort()

describe('texts', () => {
  test('both languages have the same keys, and each text fills the same gaps', () => {
    expect([...zh.keys()].sort()).toEqual([...en.keys()].sort())
    for (const [key, text] of en) expect([key, holes(zh.get(key)!)]).toEqual([key, holes(text)])
  })
  test('no text shows a gap that nobody fills', () => {
    const isOpen = (text: string) => /[{}]/.test(text.replace(/\{\{\w+\}\}|\{\w+\|[^|{}]*\|[^|{}]*\}/g, ''))
    for (const texts of [en, zh]) expect([...texts].filter(([, text]) => isOpen(text))).toEqual([])
  })
  test('a key without a text does not compile, and shows itself', () => {
    // @ts-expect-error no text has this key
    expect(t('common.noSuchKey')).toBe('common.noSuchKey')
    // @ts-expect-error no group has this name
    expect(t.of('noSuchGroup', 'A')).toBe('noSuchGroup.A')
  })
  test('no text is empty', () => {
    for (const texts of [en, zh]) for (const [key, text] of texts) expect([key, text.trim() !== '']).toEqual([key, true])
  })
  test('reserve that was released too much is told as owed at once, and as no fee', () => {
    for (const [texts, fee, overdue] of [
      [en, /\bfee\b/, 'overdue'],
      [zh, /费用/, '逾期'],
    ] as const) {
      const text = texts.get('messages.events.FINANCE_ORDER_RESERVE_SHORT.text')
      expect(text).toContain(overdue)
      expect(text).not.toMatch(fee)
    }
  })
  test('a payment that is not due is told to be drafted again only as far as something is due of it', () => {
    for (const [texts, remains] of [
      [en, /if anything/],
      [zh, /如仍有/],
    ] as const)
      for (const key of ['errors.REFUND_NOT_DUE', 'payment.file.blocked.REFUND_NOT_DUE']) expect(texts.get(key)).toMatch(remains)
  })
  test('what bars a payment is told as what the bank has beyond what is recorded as paid, cancelled or not', () => {
    for (const [texts, more] of [
      [en, /more (of it )?than is recorded as paid/],
      [zh, /多于登记为已付的金额/],
    ] as const)
      for (const code of ['RESERVE_NOT_FREE', 'REFUND_NOT_DUE', 'REMITTANCE_NOT_DUE'])
        for (const at of ['errors', 'payment.file.blocked']) expect(texts.get(`${at}.${code}`)).toMatch(more)
  })
  test('a cancelled return that the bank has is told with what else its receipt may have been used for', () => {
    for (const [texts, receipt] of [
      [en, /receipt of a return may have been matched/],
      [zh, /收款此后可能已匹配/],
    ] as const)
      expect(texts.get('messages.events.PAYMENT_WITH_BANK_CANCELLED.text')).toMatch(receipt)
  })
  test('every figure of Home has an explanation', () => {
    const below = (prefix: string) =>
      [...en.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
    const meanings = below('home.meaning.')
    expect(below('home.figure.').filter((kind) => !meanings.includes(kind))).toEqual([])
  })
  test('every event that posts a journal has its words in the books and in the reports', () => {
    const server = join(import.meta.dirname, '../../../server/src')
    const events = readdirSync(server, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
      .flatMap((name) => [...readFileSync(join(server, name), 'utf8').matchAll(/(?:eventType(?: =|:) |\bkey\()'([A-Z_]+)'/g)])
      .map((found) => found[1]!)
    expect(new Set(events).size).toBeGreaterThan(12)
    const missing = [...new Set(events)].flatMap((event) =>
      [`ledger.event.${event}`, `report.journal.${event}`].filter((key) => !en.has(key)),
    )
    expect(missing).toEqual([])
  })
})
