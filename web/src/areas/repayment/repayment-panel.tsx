import { useQuery, useQueryClient } from '@tanstack/react-query'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { useId, useState } from 'react'
import { useTyped } from '../../form/kept.ts'
import { figureWithin } from '../../form/number-input.ts'
import { NumberText } from '../../form/number-text.tsx'
import { useSubmit } from '../../form/use-submit.ts'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Failed } from '../../ui/empty.tsx'
import { formatAmount, formatDate } from '../../ui/format.ts'
import { Money } from '../../ui/money.tsx'
import { numbersWords } from '../../ui/numbers-words.ts'
import { DescriptionList, SidePanel } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { ApprovalPanel } from '../approval/approval-panel.tsx'
import '../payment/money.css'
import { RowLink } from '../../list/row-link.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { RepaymentAhead } from './repayment-ahead.tsx'
import { ReverseDialog } from './reverse-dialog.tsx'

type Props = { id: string | undefined; onClose: () => void; onChanged: () => void }

/** One repayment at the right edge: where it came from, what it paid, and taking it back. */
export function RepaymentPanel(props: Props) {
  // A dialog that is open on one repayment, and a typed amount, do not pass to the next.
  return <OneRepayment key={props.id} {...props} />
}

function OneRepayment({ id, onClose, onChanged }: Props) {
  const text = useText()
  const amountId = useId()
  const can = useCan()
  const queries = useQueryClient()
  const resubmit = useSubmit(repaymentCalls.resubmit)
  const [asking, ask] = useState(false)
  const [typed, setTyped] = useTyped<string | undefined>(undefined, { part: `again ${id ?? ''}` })
  const answer = useQuery({
    queryKey: ['repayment', id],
    queryFn: () => send(repaymentCalls.detail, { body: { id: id! } }, { quiet: true }),
    enabled: id !== undefined,
  })
  const repayment = answer.data
  const changed = () => {
    ask(false)
    void queries.invalidateQueries({ queryKey: ['repayment', id] })
    onChanged()
  }
  const mayResubmit = repayment?.operations.includes('RESUBMIT') ?? false
  const limits = repayment && {
    kind: { money: repayment.currency },
    positive: true,
    max: repayment.mostAgain ?? repayment.amount,
  }
  const amount = typed ?? repayment?.amount ?? ''
  const figure = limits ? figureWithin(amount, limits) : ''
  const submitAgain = async () => {
    if (!repayment) return
    const corrected = figure === repayment.amount ? {} : { amount: figure }
    if (await resubmit.run({ body: { id: repayment.id, ...corrected } })) changed()
  }
  const standing = repayment?.allocations.filter((one) => !one.reversed) ?? []
  return (
    <>
      <SidePanel
        open={id !== undefined}
        width={620}
        title={repayment?.no ?? text('menu.repaymentDetail')}
        onClose={onClose}
        footer={
          <>
            <FormError error={resubmit.error} />
            {mayResubmit && (
              <Button
                act={repaymentCalls.resubmit}
                look="solid"
                busy={resubmit.busy}
                disabled={figure === ''}
                onClick={() => void submitAgain()}
              >
                {text('repayment.sendForApproval')}
              </Button>
            )}
            {repayment?.operations.includes('REVERSE') && (
              <Button act={repaymentCalls.reverse} look="danger" onClick={() => ask(true)}>
                {text('repayment.reverse')}
              </Button>
            )}
          </>
        }
      >
        {answer.isLoadingError && <Failed error={answer.error} onRetry={() => void answer.refetch()} />}
        {!repayment && !answer.isLoadingError && <Skeleton lines={8} />}
        {repayment && (
          <>
            <p className="money-headline">
              <Money amount={repayment.amount} currency={repayment.currency} exact /> <StatusTag value={repayment.status} />
            </p>
            {mayResubmit && limits && (
              <p className="stacked-fields">
                <label htmlFor={amountId}>{text('repayment.amountAgain', { currency: repayment.currency })}</label>
                <NumberText
                  id={amountId}
                  {...limits}
                  value={amount}
                  onChange={(next) => {
                    resubmit.clear()
                    setTyped(next)
                  }}
                />
                <small className="muted">
                  {text('repayment.mostAgain', {
                    amount: `${formatAmount(limits.max, repayment.currency, { exact: true })} ${repayment.currency}`,
                  })}
                </small>
              </p>
            )}
            <DescriptionList
              facts={[
                {
                  label: text('payment.order'),
                  value:
                    repayment.orderId && can('finance.finance-order.detail') ? (
                      <RowLink to={`/finance/finance-order/${repayment.orderId}/detail`}>{repayment.orderNo}</RowLink>
                    ) : (
                      (repayment.orderNo ?? '-')
                    ),
                },
                { label: text('payment.valueDate'), value: formatDate(repayment.valueDate) },
                { label: text('repayment.payerRole'), value: text.of('word', repayment.payerRole) },
                { label: text('repayment.fundSource'), value: text.of('repayment.source', repayment.fundSource) },
                repayment.collectionNo !== null && { label: text('repayment.receipt'), value: repayment.collectionNo },
                repayment.bankRef !== null && { label: text('payment.bankRef'), value: repayment.bankRef },
                repayment.payerName !== null && { label: text('repayment.payerName'), value: repayment.payerName },
                repayment.reversalReason !== null && {
                  label: text('repayment.reversalReason'),
                  value: repayment.reversalReason,
                  wide: true,
                },
              ]}
            />
            {repayment.maybeSameAs !== null && (
              <p className="form-hint" role="note">
                {text('repayment.maybeSame', {
                  no: repayment.maybeSameAs.no,
                  date: formatDate(repayment.maybeSameAs.valueDate),
                })}
              </p>
            )}
            {repayment.maybeReturnOf && repayment.maybeReturnOf.length > 0 && (
              <p className="form-hint" role="note">
                {text('repayment.maybeReturn', { payments: numbersWords(repayment.maybeReturnOf.map(({ no }) => no)) })}
              </p>
            )}
            {repayment.reportedBack && (
              <p className="form-hint" role="note">
                {text('repayment.reportedBack.sign')}
              </p>
            )}
            {repayment.reversalInApproval && (
              <p className="form-hint" role="note">
                {text('repayment.reversalWaits')}
              </p>
            )}
            {standing.length > 0 && (
              <table className="money-sum is-after-facts">
                <caption>{text('repayment.paid')}</caption>
                <tbody>
                  {standing.map((one, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: lines never change places
                    <tr key={index}>
                      <th scope="row">
                        {text.of('word', one.component)} <span className="muted">{one.docNo}</span>{' '}
                        {one.source === 'REBATE' && <span className="muted">{text('repayment.byRebate')}</span>}
                      </th>
                      <td>
                        <Money amount={one.amount} currency={repayment.currency} exact bare />
                      </td>
                    </tr>
                  ))}
                  {(['rebate', 'breakCosts'] as const).map((name) => {
                    const amount = repayment[name]
                    return amount !== undefined && /[1-9]/.test(amount) ? (
                      <tr key={name}>
                        <th scope="row">{text(`repayment.${name}`)}</th>
                        <td>
                          <Money amount={amount} currency={repayment.currency} exact bare />
                        </td>
                      </tr>
                    ) : null
                  })}
                </tbody>
              </table>
            )}
            {repayment.status === 'IN_APPROVE' && (
              <>
                <RepaymentAhead no={repayment.no} />
                <ApprovalPanel businessNo={repayment.no} businessType="REPAYMENT" businessId={repayment.id} onDone={changed} />
              </>
            )}
            {repayment.reversalInApproval && (
              <ApprovalPanel
                businessNo={repayment.no}
                businessType="REPAYMENT_REVERSAL"
                businessId={repayment.id}
                onDone={changed}
              />
            )}
          </>
        )}
      </SidePanel>
      {repayment && asking && <ReverseDialog repayment={repayment} onClose={() => ask(false)} onDone={changed} />}
    </>
  )
}
