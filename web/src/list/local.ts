import { dayMeant } from '@usance/domain/relative-day'
import type { AnyTable, Column } from '@usance/wire/list'
import { compareDecimals, parseDecimal } from '../ui/decimal.ts'
import { type Conditions, type FilterValues, filterValues } from './conditions.ts'
import { today } from './quick-range.ts'
import type { AnyRow } from './use-rows.ts'

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''
const figures = new Set(['money', 'percent', 'number'])

/** Smaller, same or greater, by the kind of the column: figures exactly, texts the way people sort them. */
function compare(column: Column, a: unknown, b: unknown): number {
  const [x, y] = [String(a), String(b)]
  if (figures.has(column.kind) && parseDecimal(x) && parseDecimal(y)) return compareDecimals(x, y)
  return x.localeCompare(y, undefined, { numeric: true })
}

function matches(column: Column, name: string, row: AnyRow, filters: FilterValues): boolean {
  const value = row[name]
  const isOfDays = column.kind === 'date' || column.kind === 'dateTime'
  const bound = (edge: 'Begin' | 'End') => {
    const said = filters[`${name}${edge}`]
    return isOfDays && typeof said === 'string' ? dayMeant(said, today()) : said
  }
  const [begin, end] = [bound('Begin'), bound('End')]
  if (begin !== undefined || end !== undefined) {
    if (isEmpty(value)) return false
    const own = isOfDays ? String(value).replace('T', ' ') : value
    const cut = (bound: unknown) => (figures.has(column.kind) ? own : String(own).slice(0, String(bound).length))
    if (begin !== undefined && compare(column, cut(begin), begin) < 0) return false
    return end === undefined || compare(column, cut(end), end) <= 0
  }
  const wanted = filters[name]
  if (wanted === undefined || wanted === 'ALL' || wanted.length === 0) return true
  if (Array.isArray(wanted)) return wanted.includes(String(value))
  if (column.kind === 'text')
    return String(value ?? '')
      .toLowerCase()
      .includes(wanted.trim().toLowerCase())
  return String(value) === wanted
}

/** One page of a list that is in memory: filtered, sorted (empty values last) and cut, without any call. */
export function localPage<R extends AnyRow>(
  list: AnyTable,
  rows: readonly R[],
  { filters, sorter, page, size }: Conditions,
): { rows: R[]; total: number } {
  const columns = Object.entries<Column>(list.columns)
  const values = filterValues(filters)
  const found = rows.filter((row) => columns.every(([name, column]) => matches(column, name, row, values)))
  const column = sorter && list.columns[sorter.prop]
  if (sorter && column)
    found.sort((a, b) => {
      const [x, y] = [a[sorter.prop], b[sorter.prop]]
      if (isEmpty(x) || isEmpty(y)) return Number(isEmpty(x)) - Number(isEmpty(y))
      return sorter.order === 'desc' ? compare(column, y, x) : compare(column, x, y)
    })
  return { rows: found.slice((page - 1) * size, page * size), total: found.length }
}
