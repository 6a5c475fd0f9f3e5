import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Column, type List, listCalls } from '@usance/wire/list'
import { useRef } from 'react'
import { sendOrTake, takeArrived } from '../http/ahead.ts'
import { send } from '../http/client.ts'
import { addDecimals } from '../ui/decimal.ts'
import { toQuery } from './conditions.ts'
import type { ConditionState } from './use-conditions.ts'

export type AnyRow = { id: string; operations?: string[] } & Record<string, any>
export type Fixed = Record<string, string | string[]>
export const rowsKey = (list: List<any>) => ['list', list.id]

/** One page of rows; the page before stays on screen until the next arrives. */
export function useRows(list: List<any>, { conditions, isEqual }: ConditionState, fixed?: Fixed) {
  const query = toQuery(list, conditions, fixed, isEqual)
  const last = useRef<Rows>(undefined)
  const { pageList } = listCalls(list)
  const answer = useQuery({
    queryKey: [...rowsKey(list), query],
    queryFn: async ({ signal }): Promise<Rows> => {
      // The first failure stands where the rows would; a later one is told, and the rows there are stay.
      return rowsOf(await sendOrTake(pageList, { body: query }, { quiet: !last.current, signal }))
    },
    initialData: () => {
      const arrived = takeArrived(pageList, { body: query })
      return arrived && rowsOf(arrived.data)
    },
    placeholderData: keepPreviousData,
    // What was asked for this very page is not asked again by it.
    staleTime: ({ state }) => (state.data && state.dataUpdateCount === 0 ? 5000 : 0),
  })
  if (answer.data && !answer.isError) last.current = answer.data
  return { ...answer, shown: answer.isError ? last.current : answer.data }
}
type Rows = { total: number; rows: AnyRow[] }
const rowsOf = (page: { total?: unknown; list?: unknown }): Rows => ({
  total: Number(page.total ?? 0),
  rows: (page.list ?? []) as AnyRow[],
})

/** Sums of the columns that declare one: column name to currency to amount. Nothing while loading or where refused. */
export function useTotals(
  list: List<any>,
  { conditions, isEqual }: ConditionState,
  fixed: Fixed | undefined,
  enabled: boolean,
): Record<string, [string, string][]> {
  const names = (Object.entries(list.columns) as [string, Column][]).filter(([, column]) => column.total).map(([name]) => name)
  const { filterFields } = toQuery(list, conditions, fixed)
  const exact = isEqual ? { isEqual } : {}
  const { data } = useQuery({
    queryKey: [...rowsKey(list), 'total', names, filterFields, isEqual],
    queryFn: () =>
      send(
        listCalls(list).pageList,
        { body: { pageNum: 1, pageSize: 1, filterFields, amountSumByField: names.join(','), ...exact } },
        { quiet: true },
      ),
    enabled: enabled && names.length > 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  return Object.fromEntries(names.map((name) => [name, data ? sumsOf(data as any, name) : []]))
}

/** The rows {field, currency, totalAmount} of one column, added up per currency; older answers carry one totalAmount. */
export function sumsOf(
  answer: {
    list?: { field?: string; currency?: string; totalAmount?: string | null }[]
    totalAmount?: string | null
  },
  field?: string,
): [string, string][] {
  const given = answer.list?.length ? answer.list : [{ field: undefined, currency: '', totalAmount: answer.totalAmount }]
  const rows = given.filter((row) => field === undefined || row.field === undefined || row.field === field)
  const sums = new Map<string, string>()
  for (const { currency = '', totalAmount } of rows)
    if (totalAmount) sums.set(currency, addDecimals(sums.get(currency) ?? '0', totalAmount))
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1))
}
