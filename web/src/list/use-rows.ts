import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type AnyList, type Column, listCalls, type Row } from '@usance/wire/list'
import { useRef } from 'react'
import { sendOrTake, takeArrived } from '../http/ahead.ts'
import { send } from '../http/client.ts'
import { keepWhile } from '../http/keep-while.ts'
import { addDecimals } from '../ui/decimal.ts'
import { toQuery } from './conditions.ts'
import type { ConditionState } from './use-conditions.ts'

/** A row of a table, whatever its columns. */
export type AnyRow = { id: string; operations?: string[] } & Readonly<Record<string, unknown>>
export type Fixed = Record<string, string | string[]>
export const rowsKey = (list: Pick<AnyList, 'id'>) => ['list', list.id]

/** One page of rows; the page before stays on screen until the next arrives. Nothing is asked while it is not known what for. */
export function useRows<L extends AnyList>(
  list: L,
  { conditions, isEqual }: ConditionState,
  fixed: Fixed | undefined,
  isWaiting: boolean,
) {
  const query = toQuery(list, conditions, fixed, isEqual)
  const last = useRef<Rows<L>>(undefined)
  const { pageList } = listCalls(list)
  const answer = useQuery({
    queryKey: [...rowsKey(list), query],
    queryFn: async ({ signal }): Promise<Rows<L>> => {
      // The first failure stands where the rows would; a later one is told, and the rows there are stay.
      return rowsOf<L>(await sendOrTake(pageList, { body: query }, { quiet: !last.current, signal }))
    },
    initialData: () => {
      const arrived = takeArrived(pageList, { body: query })
      return arrived && rowsOf<L>(arrived.data)
    },
    placeholderData: keepPreviousData,
    enabled: !isWaiting,
    meta: { tellsItself: true },
    // What was asked for this very page is not asked again by it.
    staleTime: ({ state }) => (state.data && state.dataUpdateCount === 0 ? 5000 : 0),
  })
  if (answer.data && !answer.isError && !isWaiting) last.current = answer.data
  return { ...answer, shown: isWaiting ? undefined : answer.isError ? last.current : answer.data }
}
type Rows<L extends AnyList> = { total: number; rows: Row<L>[] }
/** The rows of a page. The answer of a list is built from its columns, so its rows have them. */
export const rowsOf = <L extends AnyList>(page: { total?: number; list?: readonly object[] }): Rows<L> => ({
  total: Number(page.total ?? 0),
  rows: (page.list ?? []) as Row<L>[],
})

/**
 * Sums of the columns that declare one: column name to currency to amount. Nothing while loading or where refused: the sums of one
 * search never stand under the rows of another.
 */
export function useTotals(
  list: AnyList,
  { conditions, isEqual }: ConditionState,
  fixed: Fixed | undefined,
  enabled: boolean,
): Record<string, [string, string][]> {
  const names = Object.entries<Column>(list.columns)
    .filter(([, column]) => column.total)
    .map(([name]) => name)
  const { filterFields } = toQuery(list, conditions, fixed)
  const exact = isEqual ? { isEqual } : {}
  const about = [...rowsKey(list), 'total', filterFields, isEqual]
  const { data } = useQuery({
    queryKey: [...about, names],
    queryFn: () =>
      send(
        listCalls(list).pageList,
        { body: { pageNum: 1, pageSize: 1, filterFields, amountSumByField: names.join(','), ...exact } },
        { quiet: true },
      ),
    enabled: enabled && names.length > 0,
    staleTime: 0,
    placeholderData: keepWhile(about),
  })
  return Object.fromEntries(names.map((name) => [name, data ? sumsOf(data, name) : []]))
}

/** The rows {field, currency, totalAmount} of one column, added up per currency; older answers carry one totalAmount. */
export function sumsOf(
  answer: {
    list?: readonly Readonly<Record<string, unknown>>[]
    totalAmount?: string | null
  },
  field?: string,
): [string, string][] {
  const given = answer.list?.length ? answer.list : [{ field: undefined, currency: '', totalAmount: answer.totalAmount }]
  const rows = given.filter((row) => field === undefined || row.field === undefined || row.field === field)
  const sums = new Map<string, string>()
  for (const { currency, totalAmount } of rows) {
    const key = typeof currency === 'string' ? currency : ''
    if (typeof totalAmount === 'string' && totalAmount) sums.set(key, addDecimals(sums.get(key) ?? '0', totalAmount))
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1))
}
