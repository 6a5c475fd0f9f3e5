import { type AnyTable, type Column, conditionNames, type ListQuery } from '@usance/wire/list'
import { addDays, addMonths } from '../ui/calendar.ts'

/** Page, order and search of a list, as the address keeps them. */
export type Conditions = {
  page: number
  size: number
  sorter: Sorter | null
  filters: readonly Filter[]
}
export type Sorter = { readonly prop: string; readonly order: 'asc' | 'desc' }
export type Filter = { readonly name: string; readonly value: string | string[] }
/** The values of filters by name, as forms and calls take them. */
export type FilterValues = Readonly<Record<string, string | string[]>>

/** The parameters of an address by name. */
export type Search = Record<string, string | string[] | undefined>

export const filterValues = (filters: readonly Filter[]): FilterValues =>
  Object.fromEntries(filters.map(({ name, value }) => [name, value]))
export const filtersOf = (values: FilterValues): Filter[] => Object.entries(values).map(([name, value]) => ({ name, value }))
export const sorterOf = ({ by, descending }: AnyTable['order']): Sorter => ({ prop: by, order: descending ? 'desc' : 'asc' })

export const pageSizes = [20, 50, 100] as const
/** The conditions of the form above the table. */
export const searchColumns = (list: AnyTable): [string, Column][] =>
  Object.entries<Column>(list.columns).filter(([, column]) => column.search)

/** Reads the address. Only declared names become conditions; what is not a page, a size or a column falls back. */
export function readConditions(list: AnyTable, search: Search): Conditions {
  const filters: Filter[] = []
  for (const name of conditionNames(list)) {
    const raw = search[name]
    const value = Array.isArray(raw) ? raw.map((one) => one.trim()).filter(Boolean) : raw?.trim()
    if (value && value.length > 0 && value !== 'ALL') filters.push({ name, value })
  }
  const page = Math.floor(Number(search.page))
  const size = Number(search.size)
  const sort = typeof search.sort === 'string' ? search.sort : ''
  const prop = sort.replace(/^-/, '')
  return {
    page: page >= 1 && page <= 1_000_000 ? page : 1,
    size: (pageSizes as readonly number[]).includes(size) ? size : 20,
    sorter:
      sort === 'none'
        ? null
        : prop && list.columns[prop]?.sort
          ? { prop, order: sort.startsWith('-') ? 'desc' : 'asc' }
          : sorterOf(list.order),
    filters,
  }
}

/** What the address may hold beside conditions: where the list stands, who reads it, and what pages of lists keep there. */
const notConditions = new Set([
  ...['page', 'size', 'isEqual', 'view'],
  ...['guidance', 'news', 'notice', 'exhibitionToken', 'specialAccess', 'backUrl'],
  ...['id', 'tab'],
])

/** What an address has for its view when it wants none. */
export const withoutView = 'none'

/** Whether an address may ask for this order. */
const isOrder = (list: AnyTable, sort: string): boolean => sort === 'none' || list.columns[sort.replace(/^-/, '')]?.sort === true

/** Conditions and orders the address asks for and the list does not have, by name: they are told of and never sent. */
export function strangeConditions(list: AnyTable, search: Search): Readonly<Record<string, string>> {
  const known = new Set(conditionNames(list))
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => {
      const words = [value ?? ''].flat().join(', ').trim()
      const isKnown = name === 'sort' ? isOrder(list, words) : known.has(name) || notConditions.has(name)
      const isOne = /^[a-z][a-z0-9]{0,39}$/i.test(name) && !isKnown && words !== ''
      return isOne ? [[name, words.slice(0, 60)]] : []
    }),
  )
}

/**
 * The address for conditions; what is the default is left out. Parameters that are not the list's stay. Beside a view the order
 * is always said: an address with a view alone is a link to what that holds.
 */
export function writeConditions(list: AnyTable, search: Search, next: Conditions): Search {
  const kept = { ...search }
  for (const name of [...conditionNames(list), 'page', 'size', 'sort', 'isEqual']) delete kept[name]
  const usual = sorterOf(list.order)
  const isOfView = search.view !== undefined && search.view !== '' && search.view !== withoutView
  const isLeftOut = !isOfView && next.sorter?.prop === usual.prop && next.sorter.order === usual.order
  return {
    ...kept,
    ...filterValues(next.filters),
    page: next.page > 1 ? String(next.page) : undefined,
    size: next.size !== 20 ? String(next.size) : undefined,
    sort: next.sorter === null ? 'none' : isLeftOut ? undefined : `${next.sorter.order === 'desc' ? '-' : ''}${next.sorter.prop}`,
  }
}

/** The next state of a sort head: ascending, descending, none. A new order starts at page 1. */
export const toggleSort = (conditions: Conditions, prop: string): Conditions => ({
  ...conditions,
  page: 1,
  sorter: nextSorter(conditions.sorter, prop),
})

export function nextSorter(now: Sorter | null, prop: string): Sorter | null {
  if (now?.prop !== prop) return { prop, order: 'asc' }
  return now.order === 'asc' ? { prop, order: 'desc' } : null
}

/** What the list call is sent. Day bounds of instants become the first and the last second of the day. */
export function toQuery(
  list: AnyTable,
  conditions: Conditions,
  fixed: Record<string, string | string[]> = {},
  isEqual?: string,
): ListQuery {
  const filterFields: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries({ ...filterValues(conditions.filters), ...fixed }))
    filterFields[name] = typeof value === 'string' ? boundOf(list, name, value) : value
  return {
    pageNum: conditions.page,
    pageSize: conditions.size,
    filterFields,
    ...(conditions.sorter ? { orderByField: conditions.sorter.prop, isDesc: conditions.sorter.order === 'desc' } : {}),
    ...(list.operations ? { isOperation: true } : {}),
    ...(isEqual ? { isEqual } : {}),
  }
}

function boundOf(list: AnyTable, name: string, value: string): string {
  const found = /^(.*)(Begin|End)$/.exec(name)
  const kind = found && list.columns[found[1]!]?.kind
  if (!found || (kind !== 'dateTime' && kind !== 'date')) return value
  const begins = found[2] === 'Begin'
  const day = /^\d{4}-\d{2}$/.test(value) ? (begins ? `${value}-01` : lastDayOf(value)) : value
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? `${day} ${begins ? '00:00:00' : '23:59:59'}` : day
}

/** The last day of a month YYYY-MM. */
const lastDayOf = (month: string): string => addDays(addMonths(`${month}-01`, 1), -1)
