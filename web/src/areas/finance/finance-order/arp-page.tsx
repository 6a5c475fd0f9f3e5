import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { Kit } from '../../../form/kit.tsx'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Empty, Failed } from '../../../ui/empty.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { OrderForm } from './order-form.tsx'
import { useBusinessDate } from './use-business-date.ts'

/** Turns the financing of a purchase order into the purchase of its invoices: the new advance pays the old debt first. */
export default function ArpPage() {
  const { id } = useParams({ strict: false })
  const text = useText()
  const order = useQuery({
    queryKey: ['order', id],
    queryFn: () => send(financeOrderCalls.detail, { query: { id } }, { quiet: true }),
    staleTime: 0,
  })
  const business = useBusinessDate()
  if (order.isLoadingError) return <Failed error={order.error} onRetry={() => void order.refetch()} />
  if (!order.data || !business.data) return <Skeleton lines={12} />
  const { currency, buyer, operations, orderNo } = order.data
  if (!operations.includes('ARP'))
    return <Empty title={text('finance.arpNotNow', { no: orderNo })} text={text('finance.arpNotNowText')} />
  return (
    <Kit>
      <OrderForm
        arpOf={order.data}
        today={business.data}
        start={{
          currency,
          buyerCode: buyer?.code ?? '',
          productId: '',
          fundingDate: business.data,
          docType: 'INVOICE',
          chosen: {},
          payee: '',
          remark: '',
        }}
      />
    </Kit>
  )
}
