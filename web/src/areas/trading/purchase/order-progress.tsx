import type { PurchaseOrderDetail } from '@usance/wire/purchase-order/calls'
import { useText } from '../../../i18n/i18n.ts'
import { Money } from '../../../ui/money.tsx'

/** How much of an order is shipped, invoiced and financed, each as a part of what was ordered. */
export function OrderProgress({ order }: { order: PurchaseOrderDetail }) {
  const text = useText()
  const whole = Number(order.amount)
  // Only the width of a bar: the figures beside it are the exact ones.
  const shareOf = (amount: string) => (whole > 0 ? (Number(amount) / whole) * 100 : 0)
  const parts = [
    ['shipped', order.shippedAmount],
    ['invoiced', order.invoicedAmount],
    ['financed', order.financedAmount],
  ] as const
  return (
    <dl className="po-progress">
      {parts.map(([name, amount]) => (
        <div key={name}>
          <dt>{text(`purchase.${name}`)}</dt>
          <span className={shareOf(amount) > 100 ? 'po-bar is-over' : 'po-bar'} aria-hidden="true">
            <i style={{ width: `${Math.min(100, shareOf(amount))}%` }} />
          </span>
          <dd>
            <Money amount={amount} currency={order.currency} exact />
          </dd>
        </div>
      ))}
    </dl>
  )
}
