import { accountOfPayee } from '@usance/domain/bank-account-choice'
import type { PaymentDetail } from '@usance/wire/payment/calls'
import { useText } from '../../i18n/i18n.ts'
import { RowLink } from '../../list/row-link.tsx'
import { formatAmount, formatDate, formatDateTime } from '../../ui/format.ts'
import { Money } from '../../ui/money.tsx'
import { DescriptionList } from '../../ui/page-frame.tsx'
import { AccountCard } from './account-card.tsx'
import { BankSays } from './payment-timing.tsx'

type Props = { payment: PaymentDetail }

/** The documents that the bank has for other orders: for staff one line for each order, for other readers one line for each document. */
const documentsWithBank = ({ withBank }: PaymentDetail) =>
  withBank.filter(({ docNo, other }, at) => other || withBank.findIndex((one) => one.docNo === docNo) === at)

/** What is told before a payment goes out: that less is owed now, and which of its documents the bank has for other orders. */
export function PaymentNotes({ payment }: Props) {
  const text = useText()
  return (
    <>
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
    </>
  )
}

/** How the amount comes about, and what a release is made of. */
export function PaymentSums({ payment }: Props) {
  const text = useText()
  return (
    <>
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
    </>
  )
}

/** What a payment is for, its days, and what the bank and the people said of it. */
export function PaymentFacts({ payment }: Props) {
  const text = useText()
  return (
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
  )
}

/** From which account to which. */
export function PaymentAccounts({ payment }: Props) {
  const text = useText()
  return (
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
  )
}
