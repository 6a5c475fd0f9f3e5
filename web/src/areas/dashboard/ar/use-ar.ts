import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { arCalls } from '@usance/wire/ar/calls'
import type { Answer } from '@usance/wire/call'
import { send } from '../../../http/client.ts'

export type ArFilter = { currency: string; buyerCode: string; asOf: string }
type Name = Exclude<keyof typeof arCalls, 'queryCurrencyList' | 'queryBuyerCodeList'>

/** One query of the dashboard. Nothing is asked until a currency is known. */
export function useAr<K extends Name>(name: K, { currency, buyerCode, asOf }: ArFilter, extra: object = {}, enabled = true) {
  const body = { currency, buyerCode: buyerCode || 'ALL', ...(asOf ? { asOf } : {}), ...extra }
  return useQuery<Answer<(typeof arCalls)[K]>>({
    queryKey: ['ar', name, body],
    queryFn: () => send(arCalls[name] as any, { body } as any, { quiet: true }) as any,
    enabled: enabled && currency !== '',
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
