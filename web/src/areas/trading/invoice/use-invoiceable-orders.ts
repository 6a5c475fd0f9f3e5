import { useQuery } from '@tanstack/react-query'
import { listCalls } from '@usance/wire/list'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { purchaseOrderList } from '@usance/wire/purchase-order/list'
import { send } from '../../../http/client.ts'
import { rowsOf } from '../../../list/use-rows.ts'
import type { Asked } from '../../../ui/answered.tsx'
import type { Order } from './fitting-order.ts'

/** The purchase orders an invoice may belong to: the newest open ones, and the one that the form was opened from, however old. */
export function useInvoiceableOrders(openedFrom: string | undefined): {
  orders: Order[]
  /** How many are listed, where there are more: an older one is invoiced from its own page. */
  listed: number | undefined
  /** The query behind the orders: the one that failed, if any. */
  question: Asked<unknown>
  /** Whether all queries behind the orders have answered. */
  isKnown: boolean
} {
  const found = useQuery({
    queryKey: ['invoiceable-orders'],
    queryFn: () =>
      send(
        listCalls(purchaseOrderList).pageList,
        { body: { pageSize: 500, filterFields: { docStatus: ['SUBMITTED', 'CONFIRMED'] } } },
        { quiet: true },
      ),
  })
  const named = useQuery({
    queryKey: ['invoiceable-order', openedFrom],
    queryFn: () => send(purchaseOrderCalls.detail, { query: { id: openedFrom! } }, { quiet: true }),
    enabled: openedFrom !== undefined,
  })
  const { rows, total } = rowsOf<typeof purchaseOrderList>(found.data ?? {})
  const one = named.data && { ...named.data, buyerName: named.data.buyer.name }
  const orders = one && !rows.some(({ id }) => id === one.id) ? [one, ...rows] : rows
  return {
    orders,
    listed: total > rows.length ? rows.length : undefined,
    question: named.isLoadingError ? named : found,
    isKnown: found.data !== undefined && (openedFrom === undefined || named.data !== undefined),
  }
}
