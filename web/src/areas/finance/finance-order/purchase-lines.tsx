import { useQuery } from '@tanstack/react-query'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Answered } from '../../../ui/answered.tsx'
import { formatAmount } from '../../../ui/format.ts'
import { OrderLines } from '../../trading/purchase/order-lines.tsx'
import type { OrderDocument } from './use-offered.ts'
import '../../trading/purchase/purchase.css'

/** The lines of a purchase order that may be chosen, as its own page writes them. */
export default function PurchaseLines({ document }: { document: OrderDocument }) {
  const text = useText()
  const lines = useQuery({
    queryKey: ['order-lines', document.id],
    queryFn: () => send(financeOrderCalls.poItemList, { body: { poIds: [document.id] } }, { quiet: true }),
  })
  return (
    <Answered question={lines} lines={2}>
      {(items) => (
        <>
          {'available' in document && (
            <p className="muted">
              {text('finance.leftOfOrder', {
                invoiced: formatAmount(document.invoiced, document.currency),
                financed: formatAmount(document.financed, document.currency),
                available: formatAmount(document.available, document.currency),
                shipped: document.shippedPct,
              })}
            </p>
          )}
          <OrderLines order={{ items, currency: document.currency, amount: document.amount }} />
        </>
      )}
    </Answered>
  )
}
