import { useQuery } from '@tanstack/react-query'
import type { Answer } from '@usance/wire/call'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Money } from '../../../ui/money.tsx'

type Confirmed = Answer<typeof financeOrderCalls.poListSimple>[number]

/** The confirmed purchase orders of a buyer while no currency is chosen: who takes one has chosen its currency. */
export function ConfirmedOrders({ buyerCode, onTake }: { buyerCode: string; onTake: (order: Confirmed) => void }) {
  const text = useText()
  const orders = useQuery({
    queryKey: ['confirmed-orders', buyerCode],
    queryFn: () => send(financeOrderCalls.poListSimple, { body: { buyerCode } }, { quiet: true }),
  })
  if (!orders.data?.length) return null
  return (
    <>
      <p className="muted">{text('finance.orTakeOrder')}</p>
      <ul className="confirmed-orders">
        {orders.data.map((order) => (
          <li key={order.id}>
            <button type="button" className="link-button" onClick={() => onTake(order)}>
              {order.poNo}
            </button>{' '}
            <Money amount={order.amount} currency={order.currency} />
          </li>
        ))}
      </ul>
    </>
  )
}
