import { date, list, money, number, table, text } from '@usance/wire/list'
import { expect, test, vi } from 'vitest'
import { appendRows, hasMorePages, pagedOf } from './appended.ts'
import { csvOf, leftOut } from './browser-export.ts'
import { filtersOf } from './conditions.ts'
import { localPage } from './local.ts'
import { monthOf } from './month.ts'
import { tableColumns } from './titles.ts'
import { stillSelected } from './use-selection.ts'
import { actionWidth, genericScrollWidth, scrollWidth, sequenceWidth, widthOf } from './widths.ts'

const orders = list({
  id: 'test.local',
  path: '/none',
  permission: 'finance.finance-order',
  columns: {
    name: text({ search: true, sort: true }),
    amount: money({ sort: true }),
    count: number({ sort: true, negative: true }),
  },
  order: { by: 'name', descending: false },
})
const rows = Array.from({ length: 45 }, (_, index) => ({
  id: String(index),
  name: `Order ${index}`,
  currency: 'USD',
  amount: index === 7 ? null : `${index * 100}.10`,
  count: index - 20,
}))
const all = { page: 1, size: 20, sorter: null, filters: [] }

test('45 rows in memory make pages of 20, 20 and 5, and nothing is sent', () => {
  const send = vi.spyOn(globalThis, 'fetch')
  expect([1, 2, 3, 4].map((page) => localPage(orders, rows, { ...all, page }).rows.length)).toEqual([20, 20, 5, 0])
  expect(send).not.toHaveBeenCalled()
})
test('figures sort as figures, in both directions, and rows without one stand last', () => {
  const sorted = (descending: boolean) =>
    localPage(orders, rows, { ...all, size: 100, sorter: { prop: 'amount', order: descending ? 'desc' : 'asc' } }).rows.map(
      (row) => row.id,
    )
  expect(sorted(false).slice(0, 2)).toEqual(['0', '1'])
  expect(sorted(true).slice(0, 2)).toEqual(['44', '43'])
  expect([sorted(false).at(-1), sorted(true).at(-1)]).toEqual(['7', '7'])
})
test('texts match anywhere in any case, bounds are inclusive, and both must hold', () => {
  expect(localPage(orders, rows, { ...all, filters: filtersOf({ name: 'ORDER 4' }) }).total).toBe(6)
  expect(localPage(orders, rows, { ...all, filters: filtersOf({ amountBegin: '400.10', amountEnd: '600.1' }) }).total).toBe(3)
  expect(localPage(orders, rows, { ...all, filters: filtersOf({ countEnd: '-20', name: '0' }) }).total).toBe(1)
})
test('relative days are those from today on', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 15, 4) })
  const due = table({ id: 'test.due', columns: { day: date({ sort: true }) }, order: { by: 'day', descending: false } })
  const days = ['2026-01-14', '2026-01-15', '2026-01-22', '2026-02-01'].map((day) => ({ id: day, day }))
  const found = (filters: Record<string, string>) => localPage(due, days, { ...all, filters: filtersOf(filters) }).rows.length
  expect(found({ dayBegin: 'TODAY', dayEnd: 'IN_7_DAYS' })).toBe(2)
  expect([found({ dayEnd: 'YESTERDAY' }), found({ dayBegin: 'MONTH_BEGIN', dayEnd: 'MONTH_END' })]).toEqual([1, 3])
  vi.useRealTimers()
})
test('more pages follow while the next begins within the total, counted from 0', () => {
  expect([0, 1, 2].map((page) => hasMorePages(page, 20, 40))).toEqual([true, true, false])
  expect([0, 1].map((page) => hasMorePages(page, 20, 25))).toEqual([true, false])
})
test('an appended row that is there already is replaced, one without identity is kept', () => {
  const pages = [
    [{ id: 1, v: 'old' }, { v: 'a' }],
    [{ id: 1, v: 'new' }, { v: 'b' }],
  ]
  expect(appendRows<{ id?: number; v: string }>(pages)).toEqual([{ id: 1, v: 'new' }, { v: 'a' }, { v: 'b' }])
})
test('every spelling of a page reads the same', () => {
  const same = { page: 2, size: 20, total: 45, rows: [1] }
  expect(pagedOf({ page: 2, size: 20, total: 45, list: [1] })).toEqual(same)
  expect(pagedOf({ pageNum: 2, pageSize: 20, totalNum: 45, items: [1] })).toEqual(same)
  expect(pagedOf({ pageNum: 2, pageSize: 20, total: 45, rows: [1] })).toEqual(same)
  expect(pagedOf({}).rows).toEqual([])
})
test('widths: 180 where a column has none, 10 on top; the sequence column by language, summary and configuration', () => {
  expect(scrollWidth([100, 200])).toBe(310)
  expect(scrollWidth([undefined, undefined, undefined])).toBe(550)
  expect([widthOf(orders.columns.amount), widthOf({ ...orders.columns.amount, width: 90 })]).toEqual([180, 90])
  expect([actionWidth, genericScrollWidth]).toEqual([120, 2200])
  expect(sequenceWidth()).toBe(60)
  expect(sequenceWidth({ summary: true, language: 'en-US' })).toBe(85)
  expect(sequenceWidth({ summary: true, language: 'zh-CN' })).toBe(60)
  expect(sequenceWidth({ configured: true })).toBe(110)
})
test('a csv made in the browser begins with the byte-order mark and defuses formulas', () => {
  const shown = tableColumns(orders).map(([key, column]) => ({ key, column, checked: true }))
  const csv = csvOf(orders, shown, [{ id: 'x', name: '=1+1', currency: 'USD', amount: '1234.5', count: -3 }])
  expect(csv.startsWith('\ufeff')).toBe(true)
  expect(csv.split('\r\n')[1]).toBe(`'=1+1,"1,234.50",-3`)
  expect([leftOut(20_000), leftOut(20_001)]).toEqual([0, 1])
})
test('a month is read the way people type it', () => {
  expect(['2025-1', '202501', '2025/01', '2025-13', 'May'].map(monthOf)).toEqual([
    '2025-01',
    '2025-01',
    '2025-01',
    undefined,
    undefined,
  ])
})

test('after an action a row stays selected only while it is there and may be selected, and as it is now', () => {
  const selected = new Map(['a', 'b', 'c'].map((id) => [id, { id, status: 'DRAFT' }]))
  const now = [
    { id: 'a', status: 'SUBMITTED' },
    { id: 'b', status: 'DRAFT', amount: '5.00' },
    { id: 'd', status: 'DRAFT' },
  ]
  const left = stillSelected(selected, now, (row) => (row.status === 'DRAFT' ? undefined : 'Only drafts'))
  expect([...left]).toEqual([['b', now[1]]])
  expect([...stillSelected(selected, now, undefined).keys()]).toEqual(['a', 'b'])
})
