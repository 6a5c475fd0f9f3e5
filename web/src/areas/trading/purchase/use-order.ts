import { useQuery } from '@tanstack/react-query'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { send } from '../../../http/client.ts'

/** One purchase order with everything on it. */
export const useOrder = (id: string | undefined) =>
  useQuery({
    queryKey: ['purchase-order', id],
    queryFn: () => send(purchaseOrderCalls.detail, { query: { id: id! } }, { quiet: true }),
    enabled: id !== undefined,
    staleTime: 0,
  })
