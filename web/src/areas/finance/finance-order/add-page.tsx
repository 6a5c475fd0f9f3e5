import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { Kit } from '../../../form/kit.tsx'
import { NotNow } from '../../../form/not-now.tsx'
import { useBeginning } from '../../../form/use-beginning.ts'
import { send } from '../../../http/client.ts'
import { Failed } from '../../../ui/empty.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { OrderForm } from './order-form.tsx'
import { everyBuyer, type Start } from './order-start.ts'
import { useBusinessDate } from './use-business-date.ts'

/** Raises a finance order: who owes, which product, which receivables; the price follows every choice. */
export default function AddOrderPage() {
  const { id } = useParams({ strict: false })
  const invoiceId = new URLSearchParams(window.location.search).get('invoice')
  const purchaseOrderId = new URLSearchParams(window.location.search).get('po')
  const query = useQuery({
    queryKey: ['order-edit', id],
    queryFn: () => send(financeOrderCalls.detailForEdit, { query: { id: id! } }, { quiet: true }),
    enabled: !!id,
    staleTime: 0,
  })
  const order = useBeginning(query, id)
  const invoice = useQuery({
    queryKey: ['invoice', invoiceId],
    queryFn: () => send(invoiceCalls.detail, { query: { id: invoiceId! } }, { quiet: true }),
    enabled: !!invoiceId && !id,
  })
  const purchaseOrder = useQuery({
    queryKey: ['purchase-order', purchaseOrderId],
    queryFn: () => send(purchaseOrderCalls.detail, { query: { id: purchaseOrderId! } }, { quiet: true }),
    enabled: !!purchaseOrderId && !id,
  })
  const business = useBusinessDate()
  const failed = [order, business, invoice, purchaseOrder].find((one) => one.isLoadingError)
  if (failed) return <Failed error={failed.error} onRetry={() => void failed.refetch()} />
  const isWaiting = !id && ((invoiceId && invoice.isPending) || (purchaseOrderId && purchaseOrder.isPending))
  if ((id && !order.data) || isWaiting || !business.data) return <Skeleton lines={12} />
  if (order.data && !order.data.operations.includes('EDIT'))
    return <NotNow no={order.data.orderNo} status={order.data.status} to={`/finance/finance-order/${id}/detail`} />
  if (order.data?.type === 'POOL_FACTORING') return <Navigate to={`/finance/finance-order/${id}/detail?correct=1`} replace />
  const request = order.data?.request
  const document = invoice.data ?? purchaseOrder.data
  const start: Start = request
    ? {
        currency: request.currency,
        buyerCode: request.buyerCode ?? everyBuyer,
        productId: request.financingProductId,
        fundingDate: request.fundingDate < business.data ? business.data : request.fundingDate,
        docType: request.items[0]?.docType ?? 'INVOICE',
        chosen: Object.fromEntries(request.items.map((item) => [item.docId, item.applyAmount ?? ''])),
        payee: order.data?.payeeBankAccountId ?? '',
        remark: order.data?.remark ?? '',
      }
    : {
        currency: document?.currency ?? '',
        buyerCode: document?.buyer.code ?? '',
        productId: '',
        fundingDate: business.data,
        docType: purchaseOrder.data ? 'PO' : 'INVOICE',
        chosen: document ? { [document.id]: '' } : {},
        payee: '',
        remark: '',
      }
  return (
    <Kit>
      <OrderForm start={start} order={order.data} today={business.data} />
    </Kit>
  )
}
