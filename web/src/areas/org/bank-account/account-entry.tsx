import { useQuery } from '@tanstack/react-query'
import { type AccountDetail, bankAccountChangeCalls } from '@usance/wire/bank-account/change-calls'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { useMayAct } from '../../../session/session.ts'
import { Answered } from '../../../ui/answered.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { DescriptionList, Section } from '../../../ui/page-frame.tsx'

/** What was entered of a bank account; its number is whole for those who check it. */
export function AccountEntry({ account }: { account: AccountDetail }) {
  const text = useText()
  return (
    <DescriptionList
      facts={[
        { label: text('org.company'), value: account.companyName },
        { label: text('org.bank.accountName'), value: account.accountName },
        { label: text('org.bank.bankAccount'), value: <code>{account.bankAccount}</code> },
        { label: text('org.bank.bankName'), value: account.bankName },
        { label: text('org.bank.bankCode'), value: account.bankCode },
        account.cnaps !== null && { label: text('org.bank.cnaps'), value: account.cnaps },
        { label: text('org.bank.currencies'), value: account.currency.replaceAll(',', ', ') },
        { label: text('org.bank.purpose'), value: text.of('word', account.purpose) },
        { label: text('org.bank.createdAt'), value: formatDateTime(account.createdAt) },
        account.coolingUntil !== null && { label: text('org.bank.coolingUntil'), value: formatDateTime(account.coolingUntil) },
        account.replaces !== null && { label: text('org.bank.replaces'), value: account.replaces },
        account.nameReason !== null && { label: text('org.bank.nameReason'), value: account.nameReason, wide: true },
      ]}
    />
  )
}

/** The same facts beside the decision, for readers who may see the account. */
export function EnteredAccount({ id }: { id: string }) {
  const text = useText()
  const mayRead = useMayAct()(bankAccountChangeCalls.detail)
  const question = useQuery({
    queryKey: ['bank-account', id],
    enabled: mayRead,
    queryFn: () => send(bankAccountChangeCalls.detail, { body: { id } }, { quiet: true }),
  })
  if (!mayRead) return null
  return (
    <Section title={text('org.bank.title')}>
      <Answered question={question} lines={4}>
        {(account) => <AccountEntry account={account} />}
      </Answered>
    </Section>
  )
}
