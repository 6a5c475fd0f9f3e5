import { useQuery } from '@tanstack/react-query'
import type { Answer } from '@usance/wire/call'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { mostDocuments } from '@usance/wire/finance-order/trial'
import { useState } from 'react'
import { send } from '../../../http/client.ts'
import { keepWhile } from '../../../http/keep-while.ts'
import type { Chosen } from './chosen.ts'

type Documents = typeof financeOrderCalls.invoiceList | typeof financeOrderCalls.poList
export type OrderDocument = Answer<Documents>['list'][number]
/** How many documents stand on a page; the most is also what one order may name. */
export const offeredSizes = [50, 100, mostDocuments] as const

type Asked = {
  docType: 'INVOICE' | 'PO'
  productId: string
  buyerCode: string
  currency: string
  /** The day on which the order is to be paid; empty while none is chosen. */
  fundingDate: string
  /** The order that is changed, and the one that it takes the place of. */
  about: { orderId?: string; arpOfOrderId?: string }
  chosen: Chosen
  isReady: boolean
}

/**
 * The documents an order may be raised on, a page of them. What is chosen and stands on no such page comes before them, and
 * `gone` names what is chosen but not offered for this choice any more, so that everything chosen can be taken out again.
 */
export function useOffered({ docType, productId, buyerCode, currency, fundingDate, about, chosen, isReady }: Asked) {
  const [turned, turn] = useState({ of: '', page: 1, size: mostDocuments })
  const of = JSON.stringify([docType, productId, buyerCode, currency, about])
  const page = turned.of === of ? turned.page : 1
  const key = ['order-documents', docType, buyerCode, currency, about]
  const ask = (more: { ids?: string[]; pageNum?: number; pageSize: number }) => {
    const body = {
      financingProductId: productId,
      ...(buyerCode ? { buyerCode } : {}),
      currency,
      ...(fundingDate ? { fundingDate } : {}),
      ...about,
      ...more,
    }
    return send(docType === 'INVOICE' ? financeOrderCalls.invoiceList : financeOrderCalls.poList, { body }, { quiet: true })
  }
  const documents = useQuery({
    queryKey: [...key, productId, fundingDate, page, turned.size],
    queryFn: () => ask({ pageNum: page, pageSize: turned.size }),
    enabled: isReady,
    placeholderData: keepWhile(key),
  })
  const onPage = documents.data?.list ?? []
  const elsewhere = documents.isSuccess ? Object.keys(chosen).filter((id) => !onPage.some((row) => row.id === id)) : []
  const ids = elsewhere.slice(0, mostDocuments).sort()
  const kept = useQuery({
    queryKey: [...key, productId, fundingDate, 'chosen', ids],
    queryFn: () => ask({ ids, pageSize: mostDocuments }),
    enabled: isReady && ids.length > 0,
    placeholderData: keepWhile(key),
    retry: false,
  })
  const before = (kept.data?.list ?? []).filter((row) => elsewhere.includes(row.id))
  const isTold = kept.isLoadingError || (kept.data !== undefined && !kept.isPlaceholderData)
  return {
    documents,
    rows: [...before, ...onPage],
    gone: isTold ? ids.filter((id) => !before.some((row) => row.id === id)) : [],
    pager: {
      page,
      size: turned.size,
      total: documents.data?.total ?? 0,
      sizes: offeredSizes,
      onChange: (to: number, size: number) => turn({ of, page: to, size }),
    },
  }
}
