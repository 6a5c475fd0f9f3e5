import type { Answer } from '@usance/wire/call'
import type { repaymentCalls } from '@usance/wire/repayment/calls'
import { useText } from '../../i18n/i18n.ts'
import { RowLink } from '../../list/row-link.tsx'
import { useCan } from '../../session/session.ts'
import { formatDate } from '../../ui/format.ts'
import { Money } from '../../ui/money.tsx'
import { numbersWords } from '../../ui/numbers-words.ts'
import { DescriptionList } from '../../ui/page-frame.tsx'

export type RepaymentDetail = Answer<typeof repaymentCalls.detail>
type Props = { repayment: RepaymentDetail }

/** Where a repayment came from, and on what it was paid. */
export function RepaymentFacts({ repayment }: Props) {
  const text = useText()
  const can = useCan()
  return (
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
  )
}

/** What is told beside a repayment: that it may be another one, or on its way back. */
export function RepaymentNotes({ repayment }: Props) {
  const text = useText()
  return (
    <>
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
    </>
  )
}

/** What a repayment paid, line by line, without what was taken back. */
export function RepaymentPaid({ repayment }: Props) {
  const text = useText()
  const standing = repayment.allocations.filter((one) => !one.reversed)
  if (standing.length === 0) return null
  return (
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
  )
}
