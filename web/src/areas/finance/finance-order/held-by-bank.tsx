import type { OrderDetail } from '@usance/wire/finance-order/order'
import { useText } from '../../../i18n/i18n.ts'

/** What of an order that has ended is with the bank, and until when: the documents that it locks, and those that another order may have. */
export function HeldByBank({ order: { withBank } }: { order: Pick<OrderDetail, 'withBank'> }) {
  const text = useText()
  if (!withBank) return null
  const { locked, barred } = withBank
  return (
    <>
      {locked.length > 0 && (
        <p className="form-hint" role="note">
          {text('finance.heldByBank', { documents: locked.join(', ') })}
        </p>
      )}
      {barred.length > 0 && (
        <p className="form-hint" role="note">
          {text('finance.barredByBank', { documents: barred.join(', ') })}
        </p>
      )}
    </>
  )
}
