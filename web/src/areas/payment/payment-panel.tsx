import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type PaymentDetail, paymentCalls } from '@usance/wire/payment/calls'
import { lazy, Suspense, useState } from 'react'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { loadAreaTexts } from '../../i18n/load-area.ts'
import { Failed } from '../../ui/empty.tsx'
import { Money } from '../../ui/money.tsx'
import { SidePanel } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { ApprovalPanel } from '../approval/approval-panel.tsx'
import { type Asked, PaymentButtons } from './payment-buttons.tsx'
import { PaymentAccounts, PaymentFacts, PaymentNotes, PaymentSums } from './payment-facts.tsx'
import { PaymentTiming } from './payment-timing.tsx'
import { FailDialog, PaidDialog, TakeBackDialog } from './result-dialogs.tsx'
import './money.css'

const Reprice = lazy(async () => {
  const [{ Reprice }] = await Promise.all([import('../finance/finance-order/reprice.tsx'), loadAreaTexts('finance')])
  return { default: Reprice }
})

/** The flow that decides on a kind of payment. */
const flowOf = (type: string) =>
  type === 'RELEASE' ? 'RELEASE' : type === 'REFUND' || type === 'RECEIPT_RETURN' ? 'REFUND' : 'PAYMENT'

type Props = { id: string | undefined; onClose: () => void; onChanged: () => void }

/** One payment at the right edge: how its amount comes about, between which accounts, and what may be done now. */
export function PaymentPanel(props: Props) {
  // A dialog that is open on one payment is not open on the next.
  return <OnePayment key={props.id} {...props} />
}

function OnePayment({ id, onClose, onChanged }: Props) {
  const text = useText()
  const queries = useQueryClient()
  const [asking, setAsking] = useState<Asked>()
  const answer = useQuery({
    queryKey: ['payment', id],
    queryFn: () => send(paymentCalls.detail, { body: { id: id! } }, { quiet: true }),
    enabled: id !== undefined,
  })
  const payment = answer.data
  const changed = () => {
    setAsking(undefined)
    void queries.invalidateQueries({ queryKey: ['payment', id] })
    onChanged()
  }
  const dialog = payment && { payment, onClose: () => setAsking(undefined), onDone: changed }
  return (
    <>
      <SidePanel
        open={id !== undefined}
        width={620}
        title={payment ? `${text.of('word', payment.type)} ${payment.no}` : text('menu.paymentManagement')}
        onClose={onClose}
        footer={<PaymentButtons payment={payment} onAsk={setAsking} onChanged={changed} />}
      >
        {answer.isLoadingError && <Failed error={answer.error} onRetry={() => void answer.refetch()} />}
        {!payment && !answer.isLoadingError && <Skeleton lines={10} />}
        {payment && <Told payment={payment} onChanged={changed} />}
      </SidePanel>
      {dialog && asking === 'PAID' && <PaidDialog {...dialog} />}
      {dialog && asking === 'FAIL' && <FailDialog {...dialog} />}
      {dialog && asking === 'TAKE_BACK' && <TakeBackDialog {...dialog} />}
    </>
  )
}

/** What the panel tells of a payment. */
function Told({ payment, onChanged }: { payment: PaymentDetail; onChanged: () => void }) {
  return (
    <>
      <p className="money-headline">
        <Money amount={payment.amount} currency={payment.currency} exact /> <StatusTag value={payment.status} />
      </p>
      {payment.orderId !== null && payment.type === 'FUNDING' && ['DRAFT', 'FAILED'].includes(payment.status) && (
        <Suspense>
          <Reprice orderId={payment.orderId} currency={payment.currency} onDone={onChanged} />
        </Suspense>
      )}
      <PaymentNotes payment={payment} />
      <PaymentTiming payment={payment} />
      <PaymentSums payment={payment} />
      <PaymentFacts payment={payment} />
      <PaymentAccounts payment={payment} />
      {payment.status === 'IN_APPROVE' && (
        <div className="money-approval">
          <ApprovalPanel businessNo={payment.no} businessType={flowOf(payment.type)} businessId={payment.id} onDone={onChanged} />
        </div>
      )}
    </>
  )
}
