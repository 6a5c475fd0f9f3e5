import { useQuery } from '@tanstack/react-query'
import { providerCalls } from '@usance/wire/repayment/provider-calls'
import { send } from '../../../http/client.ts'
import { hasText, useText } from '../../../i18n/i18n.ts'
import { Empty, Failed } from '../../../ui/empty.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { Section } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { SandboxDeposit } from './sandbox-deposit.tsx'

type Account = { id: string; number: string; payerName: string; currency: string }

/** What the provider told, and, while none is connected, a panel that plays one. */
export function ProviderEvents({ accounts, onReceipt }: { accounts: readonly Account[]; onReceipt: () => void }) {
  const text = useText()
  const found = useQuery({
    queryKey: ['provider-events'],
    queryFn: () => send(providerCalls.events, { body: {} }, { quiet: true }),
    staleTime: 0,
  })
  const rows = found.data?.list ?? []
  return (
    <div className="page">
      {found.data?.sandbox && accounts.length > 0 && (
        <SandboxDeposit
          accounts={accounts}
          onDone={() => {
            void found.refetch()
            onReceipt()
          }}
        />
      )}
      <Section title={text('repayment.provider.events')}>
        {found.isLoadingError && <Failed error={found.error} onRetry={() => void found.refetch()} />}
        {found.isLoading && <Skeleton lines={4} />}
        {found.data && rows.length === 0 && (
          <Empty title={text('repayment.provider.none')} text={text('repayment.provider.noneText')} />
        )}
        <ul className="plain-rows">
          {rows.map((row) => (
            <li key={row.id}>
              <strong>{row.name}</strong>
              <StatusTag value={row.status} />
              <span>
                {row.receiptNo ?? (row.reason && hasText(`errors.${row.reason}`) ? text.of('errors', row.reason) : row.reason)}
              </span>
              <span className="muted">{row.eventId}</span>
              <span className="muted">{formatDateTime(row.receivedAt)}</span>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}
