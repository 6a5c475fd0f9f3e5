import { useQuery, useQueryClient } from '@tanstack/react-query'
import { accountOfPayee } from '@usance/domain/bank-account-choice'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { type PaymentDetail, paymentCalls } from '@usance/wire/payment/calls'
import { lazy, Suspense, useState } from 'react'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { loadAreaTexts } from '../../i18n/load-area.ts'
import { RowLink } from '../../list/row-link.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { Button } from '../../ui/button.tsx'
import { ask } from '../../ui/dialog.tsx'
import { Failed } from '../../ui/empty.tsx'
import { formatAmount, formatDate, formatDateTime } from '../../ui/format.ts'
import { Money } from '../../ui/money.tsx'
import { DescriptionList, SidePanel } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { ApprovalPanel } from '../approval/approval-panel.tsx'
import { AccountCard } from './account-card.tsx'
import { BankSays, PaymentTiming } from './payment-timing.tsx'
import { FailDialog, PaidDialog, TakeBackDialog } from './result-dialogs.tsx'
import './money.css'

const Reprice = lazy(async () => {
  const [{ Reprice }] = await Promise.all([import('../finance/finance-order/reprice.tsx'), loadAreaTexts('finance')])
  return { default: Reprice }
})

/** The flow that decides on a kind of payment. */
const flowOf = (type: string) =>
  type === 'RELEASE' ? 'RELEASE' : type === 'REFUND' || type === 'RECEIPT_RETURN' ? 'REFUND' : 'PAYMENT'

/** The documents that the bank has for other orders: for staff one line for each order, for other readers one line for each document. */
const documentsWithBank = ({ withBank }: PaymentDetail) =>
  withBank.filter(({ docNo, other }, at) => other || withBank.findIndex((one) => one.docNo === docNo) === at)

type Props = { id: string | undefined; onClose: () => void; onChanged: () => void }

/** One payment at the right edge: how its amount comes about, between which accounts, and what may be done now. */
export function PaymentPanel(props: Props) {
  // A dialog that is open on one payment is not open on the next.
  return <OnePayment key={props.id} {...props} />
}

function OnePayment({ id, onClose, onChanged }: Props) {
  const text = useText()
  const queries = useQueryClient()
  const [asking, setAsking] = useState<'PAID' | 'FAIL' | 'TAKE_BACK'>()
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
  const instruct = async () => {
    const executionDate = payment?.timing?.executionDate
    try {
      await send(paymentCalls.instruct, { body: { id: id!, ...(executionDate ? { executionDate } : {}) } })
    } finally {
      // A refusal too may say that the payment is not what is shown here any more.
      changed()
    }
    return true
  }
  const whatHappens = () => {
    const { timing, dueDate } = payment!
    const late = timing?.isRolled
      ? `${text('payment.instructLate', { wanted: formatDate(dueDate), date: formatDate(timing.executionDate) })} `
      : ''
    return `${late}${text('payment.instructText')}`
  }
  const may = (operation: string) => payment?.operations.includes(operation)
  const orderId = payment?.type === 'FUNDING' && may('INSTRUCT') ? payment.orderId : null
  // The same question as the comparison of prices below asks, so that it is asked once.
  const price = useQuery({
    queryKey: ['order-repricing', orderId],
    queryFn: () => send(financeOrderCalls.repricing, { body: { id: orderId! } }, { quiet: true }),
    enabled: !!orderId,
    staleTime: 0,
  })
  const priceWaits = !!orderId && price.data?.needed === true && !price.data.goesOn
  return (
    <>
      <SidePanel
        open={id !== undefined}
        width={620}
        title={payment ? `${text.of('word', payment.type)} ${payment.no}` : text('menu.paymentManagement')}
        onClose={onClose}
        footer={
          <>
            {may('FAIL') && (
              <Button act={paymentCalls.fail} onClick={() => setAsking('FAIL')}>
                {text('payment.fail')}
              </Button>
            )}
            {may('TAKE_BACK') && (
              <Button act={paymentCalls.takeBack} onClick={() => setAsking('TAKE_BACK')}>
                {text('payment.takeBack')}
              </Button>
            )}
            {may('PAID') && (
              <Button act={paymentCalls.markPaid} look="solid" onClick={() => setAsking('PAID')}>
                {text('payment.markPaid')}
              </Button>
            )}
            {may('INSTRUCT') && (
              <ActionButton
                act={paymentCalls.instruct}
                disabled={price.isLoadingError ? text('payment.priceUnread') : priceWaits && text('payment.priceWaits')}
                before={() => ask({ title: text('payment.instructTitle', { no: payment!.no }), text: whatHappens() })}
                action={instruct}
              >
                {text('payment.instruct')}
              </ActionButton>
            )}
          </>
        }
      >
        {answer.isLoadingError && <Failed error={answer.error} onRetry={() => void answer.refetch()} />}
        {!payment && !answer.isLoadingError && <Skeleton lines={10} />}
        {payment && (
          <>
            <p className="money-headline">
              <Money amount={payment.amount} currency={payment.currency} exact /> <StatusTag value={payment.status} />
            </p>
            {payment.orderId !== null && payment.type === 'FUNDING' && ['DRAFT', 'FAILED'].includes(payment.status) && (
              <Suspense>
                <Reprice orderId={payment.orderId} currency={payment.currency} onDone={changed} />
              </Suspense>
            )}
            {payment.owedNow !== null && (
              <p className="form-hint" role="note">
                {text('payment.owedNow', {
                  amount: `${formatAmount(payment.owedNow, payment.currency, { exact: true })} ${payment.currency}`,
                })}
              </p>
            )}
            {documentsWithBank(payment).map(({ docNo, other }) => (
              <p key={other ? `${docNo} ${other.fileNo} ${other.orderNo}` : docNo} className="form-hint" role="note">
                {other ? text('payment.withBankOf', { docNo, ...other }) : text('payment.withBank', { docNo })}
              </p>
            ))}
            <PaymentTiming payment={payment} />
            {payment.makeUp.length > 0 && (
              <table className="money-sum">
                <caption>{text('payment.makeUp')}</caption>
                <tbody>
                  {payment.makeUp.map((line) => (
                    <tr key={line.label}>
                      <th scope="row">{text.of('payment.part', line.label)}</th>
                      <td>
                        <Money amount={line.amount} currency={payment.currency} exact bare />
                      </td>
                    </tr>
                  ))}
                  <tr className="is-total">
                    <th scope="row">{text('payment.net')}</th>
                    <td>
                      <Money amount={payment.amount} currency={payment.currency} exact />
                    </td>
                  </tr>
                </tbody>
              </table>
            )}
            {payment.releases.length > 0 && (
              <table className="money-sum">
                <caption>{text('payment.releases')}</caption>
                <tbody>
                  {payment.releases.map((line) => (
                    <tr key={line.docNo}>
                      <th scope="row">{line.docNo}</th>
                      <td>
                        <Money amount={line.amount} currency={payment.currency} exact bare />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
            <DescriptionList
              facts={[
                payment.orderId !== null && {
                  label: text('payment.order'),
                  value: <RowLink to={`/finance/finance-order/${payment.orderId}/detail`}>{payment.orderNo}</RowLink>,
                },
                payment.receiptNo !== null && { label: text('payment.receipt'), value: payment.receiptNo },
                payment.reason !== null && { label: text('payment.reason'), value: payment.reason, wide: true },
                { label: text('payment.dueDate'), value: formatDate(payment.dueDate) },
                { label: text('payment.valueDate'), value: formatDate(payment.valueDate) },
                { label: text('payment.bankRef'), value: payment.bankRef ?? '-' },
                payment.bankFile !== null && {
                  label: text('payment.bankSays'),
                  value: <BankSays file={payment.bankFile} />,
                  wide: true,
                },
                payment.failReason !== null && {
                  label: text(payment.status === 'FAILED' ? 'payment.failReason' : 'payment.failedBefore'),
                  value: payment.failReason,
                  wide: true,
                },
                payment.instructedBy !== null && { label: text('payment.instructedBy'), value: payment.instructedBy },
                payment.paidBy !== null && { label: text('payment.paidBy'), value: payment.paidBy },
                { label: text('payment.createdAt'), value: formatDateTime(payment.createdAt) },
              ]}
            />
            <div className="money-accounts">
              {payment.funderName !== '' && (
                <AccountCard
                  title={text('payment.from')}
                  company={payment.funderName}
                  account={payment.payer && accountOfPayee(payment.payer)}
                />
              )}
              <AccountCard
                title={text('payment.to')}
                company={payment.payeeName}
                account={payment.payee && accountOfPayee(payment.payee)}
              />
            </div>
            {payment.status === 'IN_APPROVE' && (
              <div className="money-approval">
                <ApprovalPanel
                  businessNo={payment.no}
                  businessType={flowOf(payment.type)}
                  businessId={payment.id}
                  onDone={changed}
                />
              </div>
            )}
          </>
        )}
      </SidePanel>
      {payment && asking === 'PAID' && <PaidDialog payment={payment} onClose={() => setAsking(undefined)} onDone={changed} />}
      {payment && asking === 'FAIL' && <FailDialog payment={payment} onClose={() => setAsking(undefined)} onDone={changed} />}
      {payment && asking === 'TAKE_BACK' && (
        <TakeBackDialog payment={payment} onClose={() => setAsking(undefined)} onDone={changed} />
      )}
    </>
  )
}
