import { useQuery } from '@tanstack/react-query'
import { realNameCalls, type TestPayment } from '@usance/wire/real-name/calls'
import { useTyped } from '../../../form/kept.ts'
import { send } from '../../../http/client.ts'
import { randomId } from '../../../http/random-id.ts'
import { useText } from '../../../i18n/i18n.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { ask } from '../../../ui/dialog.tsx'
import { Empty, Failed } from '../../../ui/empty.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { PageHeader, Section } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import '../../org/integration.css'

/** The small payments that companies prove their accounts with: made by settlement at the bank, noted here. */
export default function TestPaymentsPage() {
  const text = useText()
  const found = useQuery({
    queryKey: ['test-payments'],
    queryFn: () => send(realNameCalls.testPayments, { body: {} }, { quiet: true }),
    staleTime: 0,
  })
  const rows = found.data?.list ?? []
  return (
    <div className="page">
      <PageHeader title={text('realname.testPayments')}>{text('realname.testPaymentsText')}</PageHeader>
      <Section>
        {found.isLoadingError && <Failed error={found.error} onRetry={() => void found.refetch()} />}
        {found.isLoading && <Skeleton lines={5} />}
        {found.data && rows.length === 0 && <Empty title={text('realname.nonePaid')} text={text('realname.nonePaidText')} />}
        {rows.length > 0 && (
          <div className="integration-scroll">
            <table className="integration-table">
              <thead>
                <tr>
                  {['no', 'account', 'payAmount', 'started', 'paid'].map((head) => (
                    <th key={head} scope="col">
                      {text.of('realname', head)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.id}>
                    <th scope="row">
                      <strong>{row.no}</strong> <StatusTag value={row.status} />
                      <span className="integration-sub">{row.companyName}</span>
                    </th>
                    <td>
                      {row.accountName}
                      <span className="integration-sub">
                        {row.bankName} · {row.bankCode} · {row.bankAccount}
                      </span>
                    </td>
                    <td>
                      <Money amount={row.amount} currency={row.currency} exact />
                    </td>
                    <td>{formatDateTime(row.startedAt)}</td>
                    <td>
                      <Paid row={row} onDone={() => void found.refetch()} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Section>
    </div>
  )
}

/** What is next for a row: note the payment, or let a locked company begin anew. */
function Paid({ row, onDone }: { row: TestPayment; onDone: () => void }) {
  const text = useText()
  const [bankRef, setBankRef] = useTyped('', { part: `paid ${row.id}` })
  if (row.status === 'LOCKED')
    return (
      <ActionButton
        small
        before={() => ask({ title: text('realname.startAnewAsk', { name: row.companyName }), ok: text('realname.startAnew') })}
        action={async () => {
          await send(realNameCalls.startAnew, { body: { id: row.id, idempotencyKey: randomId() } })
          onDone()
        }}
      >
        {text('realname.startAnew')}
      </ActionButton>
    )
  if (row.status !== 'INSTRUCTED') return <>{row.bankRef ?? ''}</>
  return (
    <div className="realname-paid">
      <input
        className="input"
        aria-label={text('realname.bankRef')}
        placeholder={text('realname.bankRef')}
        maxLength={60}
        value={bankRef}
        onChange={(event) => setBankRef(event.target.value)}
      />{' '}
      <ActionButton
        small
        disabled={bankRef.trim() === '' && text('realname.bankRef')}
        action={async () => {
          await send(realNameCalls.paid, { body: { id: row.id, bankRef, idempotencyKey: randomId() } })
          onDone()
        }}
      >
        {text('realname.markPaid')}
      </ActionButton>
    </div>
  )
}
