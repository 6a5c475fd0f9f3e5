import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ArPaged, type ArTable, arCalls } from '@usance/wire/ar/calls'
import type { Answer } from '@usance/wire/call'
import type { z } from 'zod'
import { send } from '../../../http/client.ts'

export type ArFilter = { currency: string; buyerCode: string; asOf: string }
type Figures = Answer<typeof arCalls.queryDashboard>

/** What every question of the dashboard says. */
export const bodyOf = ({ currency, buyerCode, asOf }: ArFilter) => ({
  currency,
  buyerCode: buyerCode || 'ALL',
  ...(asOf ? { asOf } : {}),
})

/** One figure of the dashboard. All of them come in one answer, so that they agree. Nothing is asked until a currency is known. */
export function useAr<K extends keyof Figures>(name: K, filter: ArFilter) {
  const body = bodyOf(filter)
  return useQuery({
    queryKey: ['ar', 'figures', body],
    queryFn: () => send(arCalls.queryDashboard, { body }, { quiet: true }),
    select: (figures: Figures) => figures[name],
    enabled: filter.currency !== '',
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  })
}

/** The rows behind a figure. */
export function useArRows<R>(call: ArTable<z.ZodType<R>>, filter: ArFilter, page: Omit<ArPaged, 'currency' | 'buyerCode'>) {
  const body = { ...bodyOf(filter), ...page }
  return useQuery({
    queryKey: ['ar', call.path, body],
    queryFn: () => send(call, { body }, { quiet: true }),
    enabled: filter.currency !== '',
    placeholderData: keepPreviousData,
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
