import { useQuery } from '@tanstack/react-query'
import { listCalls } from '@usance/wire/list'
import { type PurchaseOrderRow, purchaseOrderList } from '@usance/wire/purchase-order/list'
import { send } from '../../../http/client.ts'
import { rowsOf } from '../../../list/use-rows.ts'

/** The purchase orders an invoice may belong to: sent or confirmed ones, and the one it names already. */
export function useInvoiceableOrders(chosen: string | undefined): { orders: PurchaseOrderRow[]; isPending: boolean } {
  const found = useQuery({
    queryKey: ['invoiceable-orders'],
    queryFn: () =>
      send(
        listCalls(purchaseOrderList).pageList,
        { body: { pageSize: 500, filterFields: { docStatus: ['SUBMITTED', 'CONFIRMED', 'CLOSED'] } } },
        { quiet: true },
      ),
  })
  const { rows } = rowsOf<typeof purchaseOrderList>(found.data ?? {})
  return { orders: rows.filter((row) => row.docStatus !== 'CLOSED' || row.id === chosen), isPending: found.isPending }
}
