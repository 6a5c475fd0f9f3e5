import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { type Column, type List, listCalls } from '@usance/wire/list'
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
  return useQuery({
    queryKey: [...rowsKey(list), query],
    queryFn: async ({ signal }) => {
      const answer = await send(listCalls(list).pageList, { body: query }, { quiet: true, signal })
      return { total: Number(answer.total ?? 0), rows: (answer.list ?? []) as AnyRow[] }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** Sums of the columns that declare one: column name to currency to amount. Nothing while loading or where refused. */
export function useTotals(
  list: List<any>,
  { conditions }: ConditionState,
  fixed: Fixed | undefined,
  enabled: boolean,
): Record<string, [string, string][]> {
  const names = (Object.entries(list.columns) as [string, Column][]).filter(([, column]) => column.total).map(([name]) => name)
  const { filterFields } = toQuery(list, conditions, fixed)
  return useQueries({
    queries: names.map((name) => ({
      queryKey: [...rowsKey(list), 'total', name, filterFields],
      queryFn: async () => {
        const answer: any = await send(
          listCalls(list).pageList,
          { body: { pageNum: 1, pageSize: 1, filterFields, amountSumByField: name } },
          { quiet: true },
        )
        return sumsOf(answer)
      },
      enabled,
      staleTime: 0,
      placeholderData: keepPreviousData,
    })),
    combine: (results) => Object.fromEntries(results.map((result, index) => [names[index]!, result.data ?? []])),
  })
}

/** Rows of {currency, totalAmount}, added up per currency; older answers carry one totalAmount. */
export function sumsOf(answer: {
  list?: { currency?: string; totalAmount?: string | null }[]
  totalAmount?: string | null
}): [string, string][] {
  const rows = answer.list?.length ? answer.list : answer.totalAmount ? [{ currency: '', totalAmount: answer.totalAmount }] : []
  const sums = new Map<string, string>()
  for (const { currency = '', totalAmount } of rows)
    if (totalAmount) sums.set(currency, addDecimals(sums.get(currency) ?? '0', totalAmount))
  return [...sums].sort(([a], [b]) => a.localeCompare(b))
}
