import { useQuery } from '@tanstack/react-query'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { useEffect, useState } from 'react'
import { isClosedDay, nextOpenDay, useHolidays } from '../../../form/holidays.ts'
import { send } from '../../../http/client.ts'
import { keepWhile } from '../../../http/keep-while.ts'
import { useText } from '../../../i18n/i18n.ts'
import { debounces, useDebounced } from '../../../list/appended.ts'
import { formatDate } from '../../../ui/format.ts'
import { notify } from '../../../ui/notice.ts'
import { type Begun, debtorOf, type Start } from './order-start.ts'
import type { OrderState } from './use-order-state.ts'

/** Which days are closed for the currency; a chosen one that is gives way to the next that is not. */
export function useOpenDay({ state: { currency, fundingDate }, follow }: OrderState, start: Start) {
  const text = useText()
  const holidays = useHolidays(currency).data
  useEffect(() => {
    // Money moves on working days of the currency only: a day of rest gives way to the next one that is none.
    if (currency && !holidays) return
    const open = nextOpenDay(fundingDate, holidays ?? [])
    if (open === fundingDate) return
    if (fundingDate !== start.fundingDate) notify('info', text('finance.dayMoved', { date: formatDate(open) }))
    follow((now) => (now.fundingDate === fundingDate ? { ...now, fundingDate: open } : now))
  }, [currency, holidays, fundingDate, start.fundingDate, text, follow])
  return (day: string) => isClosedDay(day, holidays ?? [])
}

/** The buyers to choose from, the chosen one among them; more of them are found by what is typed of a name. */
export function useBuyers(state: Start) {
  const { buyerCode, oneBuyer } = debtorOf(state)
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), debounces.search)
  const question = useQuery({
    queryKey: ['order-buyers', search, buyerCode],
    queryFn: () =>
      send(financeOrderCalls.availableBuye, { body: { ...(search ? { buyerName: search } : {}), ...oneBuyer } }, { quiet: true }),
    placeholderData: keepWhile(['order-buyers']),
  })
  return { question, typed, setTyped, isSearched: search !== '' }
}

/** The products to choose from, and the currencies they are in. The first is chosen where a currency is and no product. */
export function useProducts({ state, follow }: OrderState, order: Begun | undefined, parentId: string | undefined) {
  const { currency, productId, docType } = state
  const question = useQuery({
    queryKey: ['order-products', docType, parentId],
    queryFn: () =>
      send(
        financeOrderCalls.availableFinanceProductList,
        { body: { docType, ...(parentId ? { arpOfOrderId: parentId } : {}) } },
        { quiet: true },
      ),
  })
  const all = question.data ?? []
  const inCurrency = all.filter((one) => !currency || one.currencies.includes(currency))
  // One that was submitted keeps its funder: it holds what that one said of it.
  const keptFunder = order?.status === 'REJECTED' ? order.funder : undefined
  const offered = inCurrency.filter((one) => !keptFunder || one.funderCode === keptFunder.code)
  useEffect(() => {
    if (!productId && offered.length > 0 && currency)
      follow((now) => (now.productId ? now : { ...now, productId: offered[0]!.id }))
  }, [productId, offered, currency, follow])
  return {
    question,
    offered,
    chosen: all.find((one) => one.id === productId),
    /** The funder that the order stays with, where others are left out for it. */
    stayingWith: offered.length < inCurrency.length ? keptFunder : undefined,
    currencies: [...new Set([...(currency ? [currency] : []), ...all.flatMap((one) => one.currencies)])].sort(),
  }
}

export type Buyers = ReturnType<typeof useBuyers>
export type Products = ReturnType<typeof useProducts>
