import { useQuery } from '@tanstack/react-query'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { mostDocuments } from '@usance/wire/finance-order/trial'
import { useMemo } from 'react'
import { figureOf } from '../../../form/number-input.ts'
import { send } from '../../../http/client.ts'
import { keepWhile } from '../../../http/keep-while.ts'
import { useDebounced } from '../../../list/appended.ts'
import { requestedIn } from './document-table.tsx'
import { debtorOf, type Start } from './order-start.ts'

/** The order that is changed, and the one that it takes the place of. */
export type About = { orderId?: string; arpOfOrderId?: string }

/** What is asked for, and its price once that has stayed as it is for a moment. */
export function usePrice(state: Start, about: About) {
  const { currency, productId, fundingDate, chosen, docType } = state
  const { oneBuyer, hasBuyer } = debtorOf(state)
  const items = useMemo(
    () => Object.entries(chosen).map(([docId, applyAmount]) => ({ docType, docId, ...(applyAmount ? { applyAmount } : {}) })),
    [chosen, docType],
  )
  const isTooMany = items.length > mostDocuments
  const isRead = items.every(({ applyAmount }) => !applyAmount || figureOf(applyAmount, requestedIn(currency)) !== '')
  const request = {
    financingProductId: productId,
    ...oneBuyer,
    currency,
    fundingDate,
    items,
    ...about,
  }
  const asked = useDebounced(request, 350)
  const trial = useQuery({
    meta: { tellsItself: true },
    queryKey: ['trial', currency, asked],
    queryFn: ({ signal }) => send(financeOrderCalls.trialCalculation, { body: asked }, { quiet: true, signal }),
    enabled: !!asked.financingProductId && hasBuyer && !!asked.fundingDate && asked.items.length > 0 && !isTooMany && isRead,
    placeholderData: keepWhile(['trial', currency]),
    retry: false,
    staleTime: 0,
  })
  return { request, asked, trial, items, isTooMany, isRead }
}

export type Price = ReturnType<typeof usePrice>
