import { expect, test } from 'vitest'
import { type FieldConfig, faultsOf, holds, labelIn, missingFields, resolveFields, shownValues } from './dynamic-form.ts'

const fields: FieldConfig[] = [
  {
    type: 'text',
    name: 'port',
    label: 'Port',
    orderBy: 3,
    require: { field: 'mode', express: 'eq', value: 'SEA', if: 1, else: 2 },
  },
  { type: 'select', name: 'mode', label: { 'en-US': 'Mode', 'zh-CN': '方式' }, orderBy: 1, require: 1 },
  {
    type: 'text',
    name: 'note',
    label: 'Note',
    orderBy: 2,
    editable: { field: 'mode', express: 'in', value: ['SEA', 'AIR'], if: 1, else: 0 },
  },
]

test('fields stand in their order, whatever the order they are stored in', () => {
  expect(resolveFields(fields, {}).map((field) => field.name)).toEqual(['mode', 'note', 'port'])
})
test('a condition follows the other field: shown and required at sea, hidden otherwise', () => {
  expect(missingFields(fields, {})).toEqual(['mode'])
  expect(missingFields(fields, { mode: 'SEA' })).toEqual(['port'])
  expect(missingFields(fields, { mode: 'AIR', port: '' })).toEqual([])
  expect(resolveFields(fields, { mode: 'ROAD' }).find((field) => field.name === 'note')!.editable).toBe(false)
})
test('what is hidden is not sent, even when it was typed before', () => {
  expect(shownValues(fields, { mode: 'AIR', port: 'Ningbo', note: '', other: 'x' })).toEqual({ mode: 'AIR', note: '' })
  expect(shownValues(fields, { mode: 'SEA', port: 'Ningbo' })).toEqual({ mode: 'SEA', port: 'Ningbo' })
})
test('a comparison nobody knows is told and does not hold', () => {
  const told: string[] = []
  expect(holds({ field: 'a', express: 'gt', value: 1, if: 1, else: 0 }, { a: 2 }, (message) => told.push(message))).toBe(false)
  expect(told).toHaveLength(1)
  expect(holds({ field: 'a', express: 'ne', value: 1, if: 1, else: 0 }, { a: 2 })).toBe(true)
})
test('a configuration that points nowhere is refused with the place; unknown keys do no harm', () => {
  expect(faultsOf(fields)).toEqual([])
  expect(faultsOf([{ type: 'text', name: 'a', label: 'A', shape: 'round' } as FieldConfig])).toEqual([])
  expect(
    faultsOf([
      { type: 'text', name: 'a', label: 'A', require: { field: 'b', express: 'gt', value: 1, if: 1, else: 0 } },
      { type: 'text', name: 'a', label: 'A' },
      { type: 'text', name: '1', label: 'A' },
    ]),
  ).toEqual(['a: TWICE', '1: NAME', 'a: FIELD b', 'a: EXPRESS gt'])
})
test('a label is in the reader’s language, or in the one there is', () => {
  expect([
    labelIn('Plain', 'zh-CN'),
    labelIn({ 'en-US': 'Mode', 'zh-CN': '方式' }, 'zh-CN'),
    labelIn({ 'en-US': 'Mode' }, 'zh-CN'),
  ]).toEqual(['Plain', '方式', 'Mode'])
})
