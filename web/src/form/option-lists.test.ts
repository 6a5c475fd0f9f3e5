import { expect, test } from 'vitest'
import { dictionarySource } from './dictionary.ts'
import { optionList, optionListNames } from './option-lists.ts'

const values = (name: string) => optionList(name, 'en-US').map(({ value }) => value)

test('the fixed lists of choices hold exactly their values', () => {
  expect(values('yes-no')).toEqual(['1', '0'])
  expect(values('language')).toEqual(['en-US', 'zh-CN'])
  expect(values('user-status')).toEqual(['unActive', 'active', 'stop', 'all'])
  expect(values('company-role')).toEqual(['all', 'supplier', 'buyer', 'capital'])
  expect(values('frequency')).toEqual(['daily', 'weekly', 'monthly', 'quarterly', 'yearly'])
  expect(values('day-base')).toEqual(['360', '365'])
  expect(values('po-status')).toEqual(['FINANCED', 'SETTLED', 'OVERDUE'])
  expect(values('counterparty')).toEqual(['supplierCode', 'buyerCode'])
  const zones = values('time-zones').map(Number)
  expect([zones[0], zones.at(-1), zones.includes(8)]).toEqual([-12, 14, true])
})

test('countries are known by their ISO numbers and named in both languages', () => {
  const countries = optionList('countries', 'en-US')
  expect(new Set(countries.map(({ value }) => value)).size).toBe(250)
  expect(countries.find(({ value }) => value === '156')?.label).toBe('China')
  expect(optionList('countries', 'zh-CN').find(({ value }) => value === '840')?.label).toBe('美国')
})

test('every choice has words in both languages, and no two of a list share them', () => {
  for (const name of optionListNames)
    for (const language of ['en-US', 'zh-CN'] as const) {
      const labels = optionList(name, language).map(({ label }) => label)
      expect(labels.every(Boolean) && new Set(labels).size === labels.length, `${name} ${language}`).toBe(true)
    }
})

test('options come from the dictionary or a fixed list; any other source is an error that names it', () => {
  expect(dictionarySource('CURRENCY')).toEqual({ type: 'dictionary', name: 'CURRENCY' })
  expect(dictionarySource('list:frequency')).toEqual({ type: 'list', name: 'frequency' })
  expect(() => dictionarySource('sheet:frequency')).toThrow('sheet')
  expect(() => optionList('weather', 'en-US')).toThrow('weather')
})
