import { useQuery } from '@tanstack/react-query'
import { bankAccountChangeCalls } from '@usance/wire/bank-account/change-calls'
import { useState } from 'react'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Failed } from '../../../ui/empty.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Section } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { AccountPanel } from './account-panel.tsx'

// The form kit is heavy and most visits only read.
const AddAccountDialog = lazyPart(async () => (await import('./add-account-dialog.tsx')).AddAccountDialog)

/** The company's own bank accounts, and how far each has come. */
export function OwnAccounts({ companyName }: { companyName: string }) {
  const text = useText()
  const [opened, open] = useState<string>()
  const [adding, add] = useState(false)
  const answer = useQuery({ queryKey: ['own-bank-accounts'], queryFn: () => send(bankAccountChangeCalls.own, { body: {} }) })
  const reload = () => void answer.refetch()
  return (
    <Section
      title={text('org.bank.title')}
      extra={
        <Button act={bankAccountChangeCalls.add} icon="plus" small onClick={() => add(true)}>
          {text('org.bank.add')}
        </Button>
      }
    >
      {answer.isLoadingError && <Failed error={answer.error} onRetry={reload} />}
      {!answer.data && !answer.isLoadingError && <Skeleton lines={3} />}
      {answer.data?.accounts.length === 0 && <p className="muted">{text('org.bank.none')}</p>}
      <ul className="plain-rows">
        {answer.data?.accounts.map((one) => (
          <li key={one.id}>
            <button type="button" className="link-button" onClick={() => open(one.id)}>
              {one.bankName} <code>{one.bankAccount}</code>
            </button>
            <span className="muted">
              {one.currency.replaceAll(',', ', ')} · {text.of('word', one.purpose)}
            </span>
            <span>
              <StatusTag value={one.status} />{' '}
              {one.coolingUntil && (
                <span className="muted">{text('org.bank.notBefore', { time: formatDateTime(one.coolingUntil) })}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <AccountPanel id={opened} onClose={() => open(undefined)} onChanged={reload} />
      {adding && (
        <AddAccountDialog
          companyName={companyName}
          onClose={() => add(false)}
          onDone={() => {
            add(false)
            reload()
          }}
        />
      )}
    </Section>
  )
}
