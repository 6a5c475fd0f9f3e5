import type { OrderDetail } from '@usance/wire/finance-order/order'
import { useText } from '../../../i18n/i18n.ts'

/** Why an order that has ended still locks documents, and until when: the bank has its cancelled transfer (decision 236). */
export function HeldByBank({ order }: { order: Pick<OrderDetail, 'status' | 'items'> }) {
  const text = useText()
  const held = order.items.filter(({ active }) => active)
  if (!['REVOKED', 'EXPIRED'].includes(order.status) || held.length === 0) return null
  return (
    <p className="form-hint" role="note">
      {text('finance.heldByBank', { documents: held.map(({ docNo }) => docNo).join(', ') })}
    </p>
  )
}
