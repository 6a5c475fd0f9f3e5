import { useQuery } from '@tanstack/react-query'
import { type ArOrdersAsked, type ArPaged, type ArTable, arCalls } from '@usance/wire/ar/calls'
import type { z } from 'zod'
import { type Result, send, sendParts } from '../../../http/client.ts'
import { keepWhile } from '../../../http/keep-while.ts'

export type ArFilter = { currency: string; buyerCode: string; asOf: string }
/** The calls of the dashboard that return a figure. */
type Figures = Omit<
  typeof arCalls,
  'queryDashboard' | 'exportRows' | 'queryCurrencyList' | 'queryBuyerCodeList' | `${string}Table`
>
/** The figures that are made of orders. */
type OfOrders = 'queryFinancingBalanceAmount' | 'queryRepaymentDueInNext7DaysAmount'

/** What every question of the dashboard says; all buyers are no condition. */
export const bodyOf = ({ currency, buyerCode, asOf }: ArFilter) => ({
  currency,
  ...(buyerCode ? { buyerCode } : {}),
  ...(asOf ? { asOf } : {}),
})

/**
 * One figure of the dashboard, by its own call. Nothing is asked until a currency is known, and a figure of another currency,
 * buyer or day is not shown meanwhile: it would stand under the names that were just chosen.
 */
export function useAr<K extends keyof Figures>(name: K, filter: ArFilter) {
  const body = bodyOf(filter)
  return useQuery({
    queryKey: ['ar', name, body],
    queryFn: (): Promise<Result<Figures[K]>> => sendParts<Figures[K]>(arCalls[name], { body }, { quiet: true }),
    enabled: filter.currency !== '',
    staleTime: 15_000,
  })
}

/** The rows behind a figure; those of the page before stay until the next one is there. */
export function useArRows<R>(call: ArTable<z.ZodType<R>>, filter: ArFilter, page: Omit<ArPaged, 'currency' | 'buyerCode'>) {
  const body = { ...bodyOf(filter), ...page }
  const about = ['ar', call.path, bodyOf(filter), page.filterFields ?? {}]
  return useQuery({
    queryKey: [...about, body],
    queryFn: () => send(call, { body }, { quiet: true }),
    enabled: filter.currency !== '',
    placeholderData: keepWhile(about),
    staleTime: 15_000,
  })
}

/** A page of the orders behind a figure, with the sum of all; those of the page before stay until the next one is there. */
export function useArOrders<K extends OfOrders>(name: K, filter: ArFilter, page: { num: number; size: number }) {
  const about = ['ar', name, bodyOf(filter), 'orders']
  const body: ArOrdersAsked = { ...bodyOf(filter), pageNum: page.num, pageSize: page.size }
  return useQuery({
    queryKey: [...about, page],
    queryFn: (): Promise<Result<Figures[K]>> => sendParts<Figures[K]>(arCalls[name], { body }, { quiet: true }),
    enabled: filter.currency !== '',
    placeholderData: keepWhile(about),
    staleTime: 15_000,
  })
}

/** The currencies and buyers one can choose from. */
export function useArChoices() {
  const currencies = useQuery({
    queryKey: ['ar', 'currencies'],
    queryFn: () => send(arCalls.queryCurrencyList, {}, { quiet: true }),
  })
  const buyers = useQuery({ queryKey: ['ar', 'buyers'], queryFn: () => send(arCalls.queryBuyerCodeList, {}, { quiet: true }) })
  return { currencies, buyers }
}
