import { useQuery, useQueryClient } from '@tanstack/react-query'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { providerCalls } from '@usance/wire/repayment/provider-calls'
import { useState } from 'react'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Can } from '../../../session/can.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty, Failed } from '../../../ui/empty.tsx'
import { PageHeader } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import '../../payment/money.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { ProviderEvents } from './provider-events.tsx'

// The form kit is heavy and most visits only read.
const VirtualAccountDialog = lazyPart(async () => (await import('./virtual-account-dialog.tsx')).VirtualAccountDialog)

/** The numbers under which payers are known: money that names one is that payer's. */
export default function Page() {
  const text = useText()
  const queries = useQueryClient()
  const [adding, add] = useState(false)
  const answer = useQuery({
    queryKey: ['virtual-accounts'],
    queryFn: () => send(repaymentCalls.virtualAccounts, { body: {} }, { quiet: true }),
  })
  const rows = answer.data?.rows ?? []
  return (
    <div className="page">
      <PageHeader
        title={text('menu.airwallex')}
        actions={
          <Can call={repaymentCalls.addVirtualAccount}>
            <Button look="solid" icon="plus" onClick={() => add(true)}>
              {text('repayment.virtual.add')}
            </Button>
          </Can>
        }
      />
      {answer.isLoadingError && <Failed error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isLoading && <Skeleton lines={6} />}
      {answer.data && rows.length === 0 && (
        <Empty title={text('repayment.virtual.emptyTitle')} text={text('repayment.virtual.emptyText')} />
      )}
      {rows.length > 0 && (
        <section className="panel section provider-accounts">
          <p className="muted">{text('repayment.virtual.text')}</p>
          <table className="money-sum" aria-label={text('repayment.virtual.number')}>
            <thead>
              <tr>
                <th scope="col">{text('repayment.virtual.number')}</th>
                <th scope="col">{text('repayment.payerName')}</th>
                <th scope="col">{text('repayment.card.funder')}</th>
                <th scope="col">{text('repayment.account')}</th>
                <th scope="col">{text('repayment.currency')}</th>
                <th scope="col" className="is-figure">
                  {text('repayment.virtual.received')}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <th scope="row">{row.number}</th>
                  <td>{row.payerName}</td>
                  <td>{row.funderName}</td>
                  <td>
                    {row.bankAccount}
                    {row.isOff && ` (${text('repayment.card.off')})`}
                  </td>
                  <td>{row.currency.replaceAll(',', ', ')}</td>
                  <td>{row.received}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <Can call={providerCalls.events}>
        <ProviderEvents accounts={rows} onReceipt={() => void answer.refetch()} />
      </Can>
      {adding && (
        <VirtualAccountDialog
          onClose={() => add(false)}
          onDone={() => {
            add(false)
            void queries.invalidateQueries({ queryKey: ['virtual-accounts'] })
          }}
        />
      )}
    </div>
  )
}
