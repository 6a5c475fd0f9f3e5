import { choice, dateTime, list, money, text } from '@usance/wire/list'
import { expect, test } from 'vitest'
import { filterValues, readConditions, strangeConditions, toggleSort, toQuery, writeConditions } from './conditions.ts'
import { titleOf } from './titles.ts'
import { applySaved, ofVersion, versionOf } from './use-columns.ts'
import { configuredList } from './use-configured.ts'
import { sumsOf } from './use-rows.ts'

const orders = list({
  id: 'test.order',
  path: '/orders',
  permission: 'finance.finance-order',
  columns: {
    orderNo: text({ search: true, sort: true }),
    status: choice(['DRAFT', 'FUNDED'], { search: true, multiple: true }),
    amount: money({ search: true, sort: true, total: true }),
    buyerName: text({ hidden: true }),
    createdAt: dateTime({ search: true, sort: true }),
  },
  order: { by: 'createdAt', descending: true },
})

test('declared names become conditions, other columns filters, the rest nothing; texts are trimmed, empty ones and ALL left out', () => {
  const read = readConditions(orders, { orderNo: ' FO-1 ', status: 'ALL', buyerName: 'x', evil: '1', amountBegin: '  ' })
  expect(read.filters).toEqual([
    { name: 'orderNo', value: 'FO-1' },
    { name: 'buyerName', value: 'x' },
  ])
})
test('what the address asks for and the list does not have is told and not sent; names of pages and visits are left alone', () => {
  const search = {
    orderNo: 'FO-1',
    amountBegin: '5',
    foo: ' 1 ',
    bar: ['a', 'b'],
    empty: '',
    id: 'x',
    guidance: 't',
    __role: 'BUYER',
  }
  expect(strangeConditions(orders, search)).toEqual({ foo: '1', bar: 'a, b' })
  expect(filterValues(readConditions(orders, search).filters)).toEqual({ orderNo: 'FO-1', amountBegin: '5' })
})
test('a page, size or order that cannot be falls back', () => {
  expect(readConditions(orders, { page: '-3', size: '7', sort: 'buyerName' })).toMatchObject({
    page: 1,
    size: 20,
    sorter: { prop: 'createdAt', order: 'desc' },
  })
  expect(readConditions(orders, { page: '4', size: '100', sort: '-amount' })).toMatchObject({
    page: 4,
    size: 100,
    sorter: { prop: 'amount', order: 'desc' },
  })
})
test('what is written to the address is read back the same, and foreign parameters stay', () => {
  const conditions = {
    page: 3,
    size: 50,
    sorter: { prop: 'amount', order: 'asc' as const },
    filters: [
      { name: 'status', value: ['DRAFT', 'FUNDED'] },
      { name: 'amountBegin', value: '10' },
    ],
  }
  const written = writeConditions(orders, { tab: 'x', orderNo: 'old', isEqual: 'true' }, conditions)
  expect(written.tab).toBe('x')
  expect(written.isEqual).toBeUndefined()
  expect(readConditions(orders, written)).toEqual(conditions)
  expect(writeConditions(orders, {}, readConditions(orders, {}))).toEqual({ page: undefined, size: undefined, sort: undefined })
})
test('a sort head goes ascending, descending, none, and always back to page 1', () => {
  const start = { ...readConditions(orders, {}), page: 5 }
  const first = toggleSort(start, 'amount')
  expect(first).toMatchObject({ page: 1, sorter: { prop: 'amount', order: 'asc' } })
  const second = toggleSort(first, 'amount')
  expect(second.sorter).toEqual({ prop: 'amount', order: 'desc' })
  const third = toggleSort(second, 'amount')
  expect(third.sorter).toBeNull()
  expect(toQuery(orders, third)).not.toHaveProperty('orderByField')
  expect(readConditions(orders, writeConditions(orders, {}, third)).sorter).toBeNull()
})
test('day bounds of an instant are its first and last second; amounts go as typed', () => {
  const read = readConditions(orders, { createdAtBegin: '2026-01-01', createdAtEnd: '2026-01-31', amountEnd: '5.5' })
  expect(toQuery(orders, read, {}, 'true')).toEqual({
    pageNum: 1,
    pageSize: 20,
    filterFields: { createdAtBegin: '2026-01-01 00:00:00', createdAtEnd: '2026-01-31 23:59:59', amountEnd: '5.5' },
    orderByField: 'createdAt',
    isDesc: true,
    isEqual: 'true',
  })
})
test('a month runs from its first second to its last; a listed instant keeps its seconds', () => {
  const read = readConditions(orders, { createdAtBegin: '2025-01', createdAtEnd: '2025-02' })
  expect(toQuery(orders, read).filterFields).toEqual({
    createdAtBegin: '2025-01-01 00:00:00',
    createdAtEnd: '2025-02-28 23:59:59',
  })
  const exact = readConditions(orders, { createdAtBegin: '2025-10-01 10:15:30' })
  expect(toQuery(orders, exact).filterFields).toEqual({ createdAtBegin: '2025-10-01 10:15:30' })
})
test('saved columns keep their order, unknown ones are dropped, new ones follow as declared', () => {
  const chosen = applySaved(orders, [
    { key: 'amount', checked: true, seq: 0 },
    { key: 'gone', checked: true, seq: 1 },
    { key: 'orderNo', checked: false, seq: 2 },
  ])
  expect(chosen.map((one) => [one.key, one.checked])).toEqual([
    ['amount', true],
    ['orderNo', false],
    ['status', true],
    ['buyerName', false],
    ['createdAt', true],
  ])
  expect(versionOf(orders)).not.toBe(versionOf({ ...orders, columns: { orderNo: orders.columns.orderNo } }))
})
test('a choice that was made for another version of the list is dropped, wherever it was kept', () => {
  const saved = (version?: string) => [{ key: 'amount', checked: true, seq: 0, version }]
  expect(ofVersion(saved('v1'), 'v1')).toEqual(saved('v1'))
  expect(ofVersion(saved('v1'), 'v2')).toEqual([])
  expect(ofVersion(saved(), 'v2')).toEqual(saved())
})
test('sums are kept per currency and added exactly', () => {
  const list = [
    { currency: 'USD', totalAmount: '0.10' },
    { currency: 'JPY', totalAmount: '5' },
    { currency: 'USD', totalAmount: '0.20' },
  ]
  expect(sumsOf({ list })).toEqual([
    ['JPY', '5'],
    ['USD', '0.30'],
  ])
  expect(sumsOf({ totalAmount: '7.00' })).toEqual([['', '7.00']])
})
test('an administrator arranges a table: order, words, what stays and what is taken out; a reader chooses within that', () => {
  const arranged = configuredList(orders, [
    { type: 'amount', name: 'amount', label: { 'en-US': 'Value' }, require: 1 },
    { type: 'text', name: 'orderNo', label: {}, width: 90 },
    { type: 'select', name: 'status', label: {}, require: 2 },
    { type: 'dateTime', name: 'createdAt', label: {}, shown: false },
  ])
  const shown = (saved: Parameters<typeof applySaved>[1]) =>
    applySaved(arranged, saved).flatMap((one) => (one.checked ? [one.key] : []))
  expect(shown([])).toEqual(['amount', 'orderNo'])
  expect(titleOf(arranged, 'amount')).toBe('Value')
  expect(arranged.columns.orderNo.width).toBe(90)
  expect(
    shown([
      { key: 'createdAt', checked: true, seq: 0 },
      { key: 'orderNo', checked: true, seq: 1 },
      { key: 'status', checked: true, seq: 2 },
      { key: 'amount', checked: false, seq: 3 },
    ]),
  ).toEqual(['createdAt', 'orderNo', 'amount'])
  // A link that brings a condition on a column that was taken out still finds what it means.
  expect(readConditions(arranged, { status: 'OPEN' }).filters).toEqual([{ name: 'status', value: 'OPEN' }])
})
