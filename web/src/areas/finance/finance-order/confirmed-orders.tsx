import { useQuery } from '@tanstack/react-query'
import type { Answer } from '@usance/wire/call'
import { financeOrderCalls, mostOrdersListed } from '@usance/wire/finance-order/calls'
import { useState } from 'react'
import { send } from '../../../http/client.ts'
import { keepWhile } from '../../../http/keep-while.ts'
import { useText } from '../../../i18n/i18n.ts'
import { debounces, useDebounced } from '../../../list/appended.ts'
import { Money } from '../../../ui/money.tsx'
import { SearchBeyond } from '../../../ui/search-beyond.tsx'

type Confirmed = Answer<typeof financeOrderCalls.poListSimple>[number]

/** The confirmed purchase orders of a buyer while no currency is chosen: who takes one has chosen its currency. */
export function ConfirmedOrders({ buyerCode, onTake }: { buyerCode: string; onTake: (order: Confirmed) => void }) {
  const text = useText()
  const [typed, setTyped] = useState('')
  const poNo = useDebounced(typed.trim(), debounces.search)
  const key = ['confirmed-orders', buyerCode]
  const orders = useQuery({
    queryKey: [...key, poNo],
    queryFn: () => send(financeOrderCalls.poListSimple, { body: { buyerCode, ...(poNo ? { poNo } : {}) } }, { quiet: true }),
    placeholderData: keepWhile(key),
  })
  if (!orders.data?.length && typed === '' && poNo === '') return null
  return (
    <>
      <p className="muted">{text('finance.orTakeOrder')}</p>
      <SearchBeyond
        label={text('finance.searchOrders')}
        listed={orders.data?.length ?? 0}
        most={mostOrdersListed}
        typed={typed}
        onType={setTyped}
      />
      <ul className="confirmed-orders">
        {orders.data?.map((order) => (
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
