import { useNavigate } from '@tanstack/react-router'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import type { OrderDetail } from '@usance/wire/finance-order/order'
import { useState } from 'react'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { ordersOf } from '../../../session/permissions.ts'
import { useSession } from '../../../session/session.ts'
import { useMayOpen } from '../../../session/use-may-open.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { ask } from '../../../ui/dialog.tsx'
import { formatAmount } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { notify } from '../../../ui/notice.ts'
import { PageHeader } from '../../../ui/page-frame.tsx'
import { DrawAgain } from '../pool/draw-again-part.ts'
import { DeclineDialog } from './decline-dialog.tsx'
import { useOwnFees } from './order-facts.tsx'
import { WriteOffButton } from './write-off.tsx'

type Props = { order: OrderDetail; onChanged: () => void }

/** The number of an order, its parties, and what may be done to it now. */
export function OrderHead({ order, onChanged }: Props) {
  const session = useSession()
  const mayOpen = useMayOpen()
  const orders = ordersOf(session)
  return (
    <PageHeader
      title={order.orderNo}
      status={order.status}
      back={mayOpen(orders) ? orders : '/home'}
      actions={
        <>
          <SupplierActions order={order} onChanged={onChanged} />
          {order.operations.includes('WRITE_OFF') && <WriteOffButton order={order} onDone={onChanged} />}
          <ConfirmActions order={order} onChanged={onChanged} />
        </>
      }
    >
      {[order.supplier.name, order.buyerName, order.funder.name].filter(Boolean).join(' · ')}
    </PageHeader>
  )
}

/** Withdraws an order after a question. */
function useWithdraw({ order: { id, orderNo: no }, onChanged }: Props) {
  const text = useText()
  return async () => {
    const isSure = await ask({
      title: text('finance.withdrawAsk', { no }),
      text: text('finance.withdrawText'),
      ok: text('finance.withdraw'),
      danger: true,
    })
    if (!isSure) return
    await send(financeOrderCalls.revocation, { query: { id }, body: {} })
    notify('success', text('finance.didWithdraw', { no }))
    onChanged()
  }
}

/** What a supplier may do to its order: correct it, change its papers, withdraw it, turn it into the purchase of its invoices. */
function SupplierActions({ order, onChanged }: Props) {
  const text = useText()
  const navigate = useNavigate()
  const mayOpen = useMayOpen()
  const session = useSession()
  // A drawing is corrected in the dialog it was drawn with; the address of its form leads here and opens it.
  const isDrawing = order.type === 'POOL_FACTORING'
  const [drawing, setDrawing] = useState(() => isDrawing && new URLSearchParams(window.location.search).has('correct'))
  const withdraw = useWithdraw({ order, onChanged })
  const may = (operation: string) => order.operations.includes(operation)
  const pageOf = (page: string) => `/finance/finance-order/${page}/${order.id}`
  const go = (to: string) => () => void navigate({ to })
  return (
    <>
      {may('EDIT') && isDrawing && <Button onClick={() => setDrawing(true)}>{text('finance.edit')}</Button>}
      {may('EDIT') && !isDrawing && ordersOf(session) === '/finance/finance-order' && (
        <Button onClick={go(`/finance/finance-order/${order.id}/edit`)}>{text('finance.edit')}</Button>
      )}
      {may('UPDATE') && mayOpen(pageOf('update')) && <Button onClick={go(pageOf('update'))}>{text('finance.update')}</Button>}
      {may('WITHDRAW') && (
        <ActionButton act={financeOrderCalls.revocation} look="plain" action={withdraw}>
          {text('finance.withdraw')}
        </ActionButton>
      )}
      {may('ARP') && mayOpen(pageOf('arp')) && <Button onClick={go(pageOf('arp'))}>{text('finance.arp')}</Button>}
      {drawing && may('EDIT') && (
        <DrawAgain
          order={order}
          onClose={() => setDrawing(false)}
          onDone={() => {
            setDrawing(false)
            onChanged()
          }}
        />
      )}
    </>
  )
}

/** Confirms the debt after a question that says what is confirmed. */
function useConfirm({ order, onChanged }: Props) {
  const text = useText()
  const ownFees = useOwnFees(order)
  const { id, orderNo: no, version, currency } = order
  return async () => {
    const isSure = await ask({
      title: text('finance.confirmAsk'),
      text: (
        <>
          <p>{text('finance.confirmText', { funder: order.funder.name })}</p>
          <p>
            <strong>{order.items.map((item) => item.docNo).join(', ')}</strong> ·{' '}
            <Money amount={order.faceAmount} currency={currency} exact />
          </p>
          {ownFees !== undefined && (
            <p>{text('finance.confirmFees', { amount: `${currency} ${formatAmount(ownFees, currency, { exact: true })}` })}</p>
          )}
        </>
      ),
      ok: text('finance.confirmRight'),
    })
    if (!isSure) return
    try {
      await send(financeOrderCalls.rightConfirmation, { query: { id }, body: { accept: true, version } })
    } catch (error) {
      // Another order than was shown stands there now.
      onChanged()
      throw error
    }
    notify('success', text('finance.didConfirm', { no }))
    onChanged()
  }
}

/** Confirms the debt, or declines to. */
function ConfirmActions({ order, onChanged }: Props) {
  const text = useText()
  const [declining, setDeclining] = useState(false)
  const confirm = useConfirm({ order, onChanged })
  return (
    <>
      {order.operations.includes('CONFIRM') && (
        <>
          <Button act={financeOrderCalls.rightConfirmation} onClick={() => setDeclining(true)}>
            {text('finance.decline')}
          </Button>
          <ActionButton act={financeOrderCalls.rightConfirmation} action={confirm}>
            {text('finance.confirmRight')}
          </ActionButton>
        </>
      )}
      {declining && (
        <DeclineDialog
          order={order}
          onClose={() => setDeclining(false)}
          onDone={() => {
            setDeclining(false)
            notify('success', text('finance.didDecline', { no: order.orderNo }))
            onChanged()
          }}
        />
      )}
    </>
  )
}
