import { expect, test } from 'vitest'
import { showingOf, showings, tableFaultsOf, tableOf, withShowing } from './configured-table.ts'
import type { FieldConfig } from './dynamic-form.ts'

const column = (name: string, more: Partial<FieldConfig> = {}): FieldConfig => ({ type: 'text', name, label: {}, ...more })
const declared = [column('orderNo'), column('amount'), column('note', { shown: false })]

test('a configured table keeps its own order, without columns the list lost and with those it got since', () => {
  const stored = [column('amount', { orderBy: 2 }), column('gone', { orderBy: 0 }), column('note', { orderBy: 1, require: 1 })]
  expect(tableOf(declared, stored).map((one) => [one.name, one.orderBy, showingOf(one)])).toEqual([
    ['note', 1, 'ALWAYS'],
    ['amount', 2, 'SHOWN'],
    ['orderNo', 3, 'SHOWN'],
  ])
  expect(tableOf(declared, [])).toEqual(declared.map((one, at) => ({ ...one, orderBy: at + 1 })))
})

test('each way to show a column reads back as it was stored', () => {
  for (const showing of showings) expect(showingOf(withShowing(column('amount'), showing))).toBe(showing)
})

test('a column the list does not have is told, and so is a table in which nothing is left', () => {
  expect(tableFaultsOf(declared, [column('price')])).toEqual(['price: COLUMN'])
  const hidden = declared.map((one) => withShowing(one, one.name === 'amount' ? 'OFFERED' : 'HIDDEN'))
  expect(tableFaultsOf(declared, hidden)).toEqual(['NO_COLUMN'])
  expect(tableFaultsOf(declared, declared)).toEqual([])
})
