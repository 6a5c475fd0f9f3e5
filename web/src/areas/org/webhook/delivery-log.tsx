import { useQuery } from '@tanstack/react-query'
import { type WebhookEndpoint, webhookCalls } from '@usance/wire/webhook/calls'
import { useState } from 'react'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty, Failed } from '../../../ui/empty.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { notify } from '../../../ui/notice.ts'
import { SidePanel, Timeline } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'

/** What was sent to an address, the latest first; one message opens with its attempts. */
export function DeliveryLog({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const text = useText()
  const [opened, open] = useState<string>()
  const found = useQuery({
    queryKey: ['webhook-log', endpoint.id],
    queryFn: () => send(webhookCalls.deliveries, { body: { id: endpoint.id } }, { quiet: true }),
    staleTime: 0,
    refetchInterval: 5000,
  })
  return (
    <SidePanel open width={620} title={text('integration.hook.logOf', { url: endpoint.url })} onClose={onClose}>
      {found.isLoadingError && <Failed error={found.error} onRetry={() => void found.refetch()} />}
      {found.isLoading && <Skeleton lines={6} />}
      {found.data?.list.length === 0 && (
        <Empty title={text('integration.hook.logNone')} text={text('integration.hook.logNoneText')} />
      )}
      {opened ? (
        <Message id={opened} onBack={() => open(undefined)} />
      ) : (
        <ul className="plain-rows">
          {found.data?.list.map((one) => (
            <li key={one.id}>
              <button type="button" className="link-button" onClick={() => open(one.id)}>
                {one.event}
              </button>
              <StatusTag value={one.status} />
              <span className="muted">{formatDateTime(one.createdAt)}</span>
            </li>
          ))}
        </ul>
      )}
    </SidePanel>
  )
}

/** One message: its content, each attempt with the answer, and sending it again. */
function Message({ id, onBack }: { id: string; onBack: () => void }) {
  const text = useText()
  const found = useQuery({
    queryKey: ['webhook-message', id],
    queryFn: () => send(webhookCalls.delivery, { body: { id } }, { quiet: true }),
    staleTime: 0,
    refetchInterval: 5000,
  })
  const message = found.data
  if (found.isLoadingError) return <Failed error={found.error} onRetry={() => void found.refetch()} />
  if (!message) return <Skeleton lines={6} />
  return (
    <div className="integration-fields">
      <div className="integration-pick">
        <span>
          <strong>{message.event}</strong> <StatusTag value={message.status} />
        </span>
        <Button small icon="left" onClick={onBack}>
          {text('common.back')}
        </Button>
        {message.status !== 'PENDING' && (
          <ActionButton
            act={webhookCalls.replay}
            small
            action={async () => {
              await send(webhookCalls.replay, { body: { id } })
              notify('success', text('integration.hook.replayed'))
              await found.refetch()
            }}
          >
            {text('integration.hook.replay')}
          </ActionButton>
        )}
      </div>
      <p className="muted">
        webhook-id {message.id} · {text('integration.hook.attempts', { count: message.attempts })}
        {message.status === 'PENDING' && ` · ${text('integration.hook.next', { at: formatDateTime(message.nextAt) })}`}
      </p>
      <Timeline
        entries={message.log.map((attempt) => ({
          key: attempt.at,
          at: attempt.at,
          title: attempt.httpStatus === null ? text('integration.hook.noAnswer') : `HTTP ${attempt.httpStatus}`,
          by: `${attempt.tookMs} ms`,
          text: attempt.answer,
        }))}
      />
      <strong>{text('integration.hook.body')}</strong>
      <pre className="integration-body">{JSON.stringify(JSON.parse(message.body), null, 2)}</pre>
    </div>
  )
}
