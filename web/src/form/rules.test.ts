import type { FormRule } from 'antd'
import { beforeAll, expect, test } from 'vitest'
import { startTexts, t } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { rules } from './rules.ts'

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
})

/** The message of a rule for a value, or "ok". */
const messageOf = async (rule: FormRule, value: unknown): Promise<string> => {
  try {
    await (rule as { validator: (rule: unknown, value: unknown) => Promise<void> }).validator({}, value)
    return 'ok'
  } catch (message) {
    return String(message)
  }
}
const passes = async (rule: FormRule, values: readonly unknown[]) => {
  for (const value of values) expect([value, await messageOf(rule, value)]).toEqual([value, 'ok'])
}
const fails = async (rule: FormRule, values: readonly unknown[], key: string, words: Record<string, string | number> = {}) => {
  for (const value of values)
    expect([value, await messageOf(rule, value)]).toEqual([value, t.of('common.validation', key, { label: 'name', ...words })])
}

test('blanks do not fill a required field, and its message is what the placeholder says', async () => {
  await fails(rules.required('Name'), ['   ', '', undefined], 'required')
  await passes(rules.required('Name'), [' a '])
  expect(t('common.validation.required', { label: 'Name' })).toBe(t('common.input', { label: 'Name' }))
  expect(t('common.validation.requiredSelect', { label: 'Name' })).toBe(t('common.select', { label: 'Name' }))
})
test('each kind of value has its own meaning of missing', async () => {
  await passes(rules.requiredBoolean('Name'), [false, true])
  await fails(rules.requiredBoolean('Name'), [undefined], 'requiredSelect')
  await passes(rules.requiredNumber('Name'), [0, '1.5', 1.5])
  await fails(rules.requiredNumber('Name'), ['abc', Number.NaN, ''], 'required')
  await passes(rules.requiredObject('Name'), [{}])
  await fails(rules.requiredObject('Name'), [undefined, null], 'requiredSelect')
  await passes(rules.requiredArray('Name'), [[1]])
  await fails(rules.requiredArray('Name'), [[], undefined], 'requiredSelect')
  await passes(rules.requiredAny('Name'), [0, false])
  await fails(rules.requiredAny('Name'), [null, ''], 'required')
  await passes(rules.requiredDate('Name'), ['2026-02-28'])
  await fails(rules.requiredDate('Name'), ['', '2026-02-30', undefined], 'requiredSelect')
})
test('addresses and figures are checked by their form', async () => {
  await passes(rules.url(), ['http://a.b', 'https://a.b/c?d'])
  await fails(rules.url(), ['a b', 'ftp://a.b'], 'url')
  await passes(rules.email(), ['a@b.co', 'a.b+c@d.e-f.co'])
  await fails(rules.email(), ['a@', 'a b@c.de', 'a,b@c.co', 'a@b,c.co', 'a@b..co', 'a@.co', 'a@b@c.co'], 'email')
  await passes(rules.amount('USD'), ['1', '1.2', '1.23', '1,234.50'])
  await fails(rules.amount('USD'), ['1234.567', '1e3'], 'number', { decimals: 2 })
  await fails(rules.amount('KWD'), ['1.2345'], 'number', { decimals: 3 })
  await fails(rules.amount('USD'), ['1.234'], 'twoReadings', { one: '1.234', other: '1234' })
  await fails(rules.amount('USD'), ['-1'], 'min', { min: '0' })
  await passes(rules.amount('JPY'), ['100', '0'])
  await fails(rules.amountJpy(), ['100.5', '1e3'], 'natural')
  await fails(rules.figure({ kind: { money: 'EUR' } }), ['USD 1'], 'otherCurrency', { currency: 'EUR', unit: 'USD' })
  await fails(rules.figure({ kind: 'count', max: '1000' }), ['1001'], 'max', { max: '1,000' })
  await passes(rules.percent(), ['0', '100', '99.99'])
  await fails(rules.percent(), ['1.239', 'x'], 'percent')
  await passes(rules.natural(), ['0', '007'])
  await fails(rules.percent(), ['100.01'], 'max', { max: '100' })
  await fails(rules.natural(), ['-1', '1.0', '1e3'], 'natural')
  await passes(rules.positiveInteger(), ['1', '10'])
  await fails(rules.positiveInteger(), ['0', '01', '-1', '1.5'], 'positiveInteger')
  await fails(rules.integer(), ['1.5'], 'integer')
  await passes(rules.accountName(), ["A-B (中国) 1/2?:.,'+"])
  await fails(rules.accountName(), ['A_B', 'A&B', 'é'], 'accountName')
})
test('for bounds an empty value counts as zero', async () => {
  expect(await messageOf(rules.max('10'), '10')).toBe('ok')
  expect(await messageOf(rules.max('10'), '11')).toBe(t('common.validation.max', { max: '10' }))
  expect(await messageOf(rules.max('10'), '')).toBe('ok')
  expect(await messageOf(rules.moreThan('0'), '0.01')).toBe('ok')
  expect(await messageOf(rules.moreThan('0'), '')).toBe(t('common.validation.moreThan', { min: '0' }))
  expect(await messageOf(rules.moreThan('0'), '0')).toBe(t('common.validation.moreThan', { min: '0' }))
})
