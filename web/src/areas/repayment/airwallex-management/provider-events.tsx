import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { providerCalls } from '@usance/wire/repayment/provider-calls'
import { useState } from 'react'
import { send } from '../../../http/client.ts'
import { hasText, useText } from '../../../i18n/i18n.ts'
import { Pager } from '../../../list/pager.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty, Failed } from '../../../ui/empty.tsx'
import { formatDate, formatDateTime } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { Section } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Stale } from '../../../ui/stale.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { SandboxDeposit } from './sandbox-deposit.tsx'

type Account = { id: string; number: string; payerName: string; currency: string }

/** What the provider told, and, while none is connected, a panel that plays one. */
export function ProviderEvents({ accounts, onReceipt }: { accounts: readonly Account[]; onReceipt: () => void }) {
  const text = useText()
  const [page, setPage] = useState({ pageNum: 1, pageSize: 20 })
  const found = useQuery({
    queryKey: ['provider-events', page],
    queryFn: () => send(providerCalls.events, { body: page }, { quiet: true }),
    placeholderData: keepPreviousData,
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
        {found.data && rows.length > 0 && (
          <>
            <Stale question={found}>
              <DataTable
                label={text('repayment.provider.events')}
                rows={rows}
                keyOf={(row) => row.id}
                columns={[
                  { key: 'name', label: text('repayment.provider.event'), cell: (row) => row.name },
                  { key: 'status', label: text('repayment.provider.outcome'), cell: (row) => <StatusTag value={row.status} /> },
                  {
                    key: 'reason',
                    label: text('repayment.receipt'),
                    cell: ({ receiptNo, reason }) =>
                      receiptNo ?? (reason && hasText(`errors.${reason}`) ? text.of('errors', reason) : reason),
                  },
                  {
                    key: 'amount',
                    label: text('repayment.provider.amount'),
                    figure: true,
                    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} exact />,
                  },
                  { key: 'account', label: text('repayment.account'), cell: (row) => row.account },
                  { key: 'payer', label: text('repayment.payerName'), cell: (row) => row.payer },
                  { key: 'bankRef', label: text('payment.bankRef'), cell: (row) => row.bankRef },
                  { key: 'valueDate', label: text('payment.valueDate'), cell: (row) => formatDate(row.valueDate) },
                  { key: 'eventId', label: text('repayment.provider.eventId'), cell: (row) => row.eventId },
                  {
                    key: 'receivedAt',
                    label: text('repayment.provider.receivedAt'),
                    cell: (row) => formatDateTime(row.receivedAt),
                  },
                ]}
              />
            </Stale>
            <Pager
              page={page.pageNum}
              size={page.pageSize}
              total={found.data.total}
              onChange={(pageNum, pageSize) => setPage({ pageNum, pageSize })}
            />
          </>
        )}
      </Section>
    </div>
  )
}
