import { useQuery } from '@tanstack/react-query'
import { accountOfPayee } from '@usance/domain/bank-account-choice'
import type { Answer } from '@usance/wire/call'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import type { OrderDetail } from '@usance/wire/finance-order/order'
import { send } from '../../../http/client.ts'
import { hasText, useText } from '../../../i18n/i18n.ts'
import { Failed } from '../../../ui/empty.tsx'
import { formatDate } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { DescriptionList, Section } from '../../../ui/page-frame.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'

type Account = NonNullable<Answer<typeof financeOrderCalls.fundingAccountInfos>['payee']>

/** What is paid out, and between which accounts. Nothing stands here before an account or a payment is known. */
export function Funding({ order }: { order: OrderDetail }) {
  const text = useText()
  const funding = useQuery({
    queryKey: ['order-funding', order.id],
    queryFn: () => send(financeOrderCalls.fundingInfo, { params: { id: order.id } }, { quiet: true }),
  })
  const accounts = useQuery({
    queryKey: ['order-accounts', order.id],
    queryFn: () => send(financeOrderCalls.fundingAccountInfos, { params: { id: order.id } }, { quiet: true }),
  })
  const failed = [funding, accounts].find((one) => one.isLoadingError)
  if (failed)
    return (
      <Section title={text('finance.funding')}>
        <Failed error={failed.error} onRetry={() => void failed.refetch()} />
      </Section>
    )
  const payments = funding.data?.payments ?? []
  const { payee, payer } = accounts.data ?? {}
  if (payments.length === 0 && !payee && !payer) return null
  return (
    <Section title={text('finance.funding')}>
      <DescriptionList
        facts={[
          payee ? { label: text('finance.payTo'), value: <AccountLines account={payee} /> } : undefined,
          payer ? { label: text('finance.payFrom'), value: <AccountLines account={payer} /> } : undefined,
        ]}
      />
      <ul className="plain-rows">
        {payments.map((payment) => (
          <li key={payment.id}>
            <span>
              {[
                payment.valueDate && formatDate(payment.valueDate),
                payment.no,
                hasText(`finance.payment.${payment.type}`) ? text.of('finance.payment', payment.type) : payment.type,
                payment.bankRef,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <StatusTag value={payment.status} />
            <Money amount={payment.amount} currency={order.currency} exact />
          </li>
        ))}
      </ul>
    </Section>
  )
}

const AccountLines = ({ account }: { account: Account }) => {
  const { accountName, bankAccount, bankName, bankCode } = accountOfPayee(account)
  return (
    <>
      {accountName}
      <br />
      {bankAccount}
      <br />
      <span className="muted">
        {bankName} · {bankCode}
      </span>
    </>
  )
}
