import { useQuery } from '@tanstack/react-query'
import { type WebhookEndpoint, webhookCalls } from '@usance/wire/webhook/calls'
import { useState } from 'react'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { PageHeader, Section } from '../../../ui/page-frame.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { IntegrationTable } from '../integration-table.tsx'
import { OnceShown } from '../once-shown.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { EndpointActions } from './endpoint-actions.tsx'
import { EndpointDialog } from './endpoint-dialog.tsx'

/** Addresses of the company's own systems, what each hears of, and what was sent there. */
export default function WebhookPage() {
  const text = useText()
  const [edited, edit] = useState<WebhookEndpoint | 'new'>()
  const [logged, log] = useState<WebhookEndpoint>()
  const [secret, setSecret] = useState<string | null>()
  const found = useQuery({
    queryKey: ['webhooks'],
    queryFn: () => send(webhookCalls.endpoints, { body: {} }, { quiet: true }),
    staleTime: 0,
    refetchInterval: 10_000,
  })
  const reload = () => void found.refetch()
  const rows = found.data?.list ?? []
  return (
    <div className="page">
      <PageHeader
        title={text('menu.webhook')}
        actions={
          <Button act={webhookCalls.add} look="solid" icon="plus" disabled={!found.data} onClick={() => edit('new')}>
            {text('integration.hook.add')}
          </Button>
        }
      >
        {text('integration.hook.text')}
      </PageHeader>
      <Section>
        <IntegrationTable
          found={found}
          rows={rows}
          texts="integration.hook"
          heads={['url', 'events', 'waiting', 'failed', 'lastDone']}
        >
          {(row) => (
            <>
              <th scope="row" className="integration-url">
                <button type="button" className="link-button" onClick={() => log(row)}>
                  {row.url}
                </button>{' '}
                <StatusTag value={row.status} />
                {row.description && <span className="integration-sub">{row.description}</span>}
              </th>
              <td data-label={text('integration.hook.events')} title={row.events.join('\n')}>
                {text('integration.hook.eventsCount', { count: row.events.length })}
              </td>
              <td data-label={text('integration.hook.waiting')}>{row.waiting}</td>
              <td data-label={text('integration.hook.failed')}>{row.failed}</td>
              <td data-label={text('integration.hook.lastDone')}>
                {row.lastDoneAt ? formatDateTime(row.lastDoneAt) : text('integration.hook.never')}
              </td>
              <td className="integration-actions">
                <EndpointActions
                  row={row}
                  onLog={() => log(row)}
                  onEdit={() => edit(row)}
                  onSecret={setSecret}
                  onChanged={reload}
                />
              </td>
            </>
          )}
        </IntegrationTable>
      </Section>
      {edited && (
        <EndpointDialog
          row={edited === 'new' ? undefined : edited}
          onClose={() => edit(undefined)}
          onDone={(made) => {
            edit(undefined)
            if (made !== undefined) setSecret(made)
            reload()
          }}
        />
      )}
      {logged && <DeliveryLog endpoint={logged} onClose={() => log(undefined)} />}
      {secret !== undefined && (
        <OnceShown
          title={text('integration.hook.secret')}
          secret={secret}
          again={text('integration.hook.again')}
          onClose={() => setSecret(undefined)}
        />
      )}
    </div>
  )
}
