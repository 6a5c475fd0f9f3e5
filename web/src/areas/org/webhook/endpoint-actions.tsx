import { webhookEvents } from '@usance/wire/notification/events'
import { type WebhookEndpoint, webhookCalls } from '@usance/wire/webhook/calls'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { ask } from '../../../ui/dialog.tsx'
import { notify } from '../../../ui/notice.ts'

/** What can be done with one address. */
export function EndpointActions({
  row,
  onLog,
  onEdit,
  onSecret,
  onChanged,
}: {
  row: WebhookEndpoint
  onLog: () => void
  onEdit: () => void
  onSecret: (secret: string | null) => void
  onChanged: () => void
}) {
  const text = useText()
  const { id, url, description } = row
  const events = webhookEvents.filter((event) => row.events.includes(event))
  const used = row.status === 'ENABLE'
  const change = async (status: 'ENABLE' | 'DISABLE' | 'REMOVED') => {
    await send(webhookCalls.edit, { body: { id, url, description, events, status } })
    onChanged()
  }
  return (
    <>
      <Button small look="text" onClick={onLog}>
        {text('integration.hook.log')}
      </Button>
      {used && (
        <ActionButton
          act={webhookCalls.test}
          small
          look="text"
          action={async () => {
            await send(webhookCalls.test, { body: { id } })
            notify('success', text('integration.hook.tested'))
            onChanged()
          }}
        >
          {text('integration.hook.test')}
        </ActionButton>
      )}
      <Button act={webhookCalls.edit} small look="text" onClick={onEdit}>
        {text('common.edit')}
      </Button>
      <ActionButton
        act={webhookCalls.rotate}
        small
        look="text"
        before={() => ask({ title: text('integration.hook.rotateAsk'), text: text('integration.hook.rotateText') })}
        action={async () => onSecret((await send(webhookCalls.rotate, { body: { id } })).secret)}
      >
        {text('integration.hook.rotate')}
      </ActionButton>
      <ActionButton act={webhookCalls.edit} small look="text" action={() => change(used ? 'DISABLE' : 'ENABLE')}>
        {text(used ? 'integration.hook.disable' : 'integration.hook.enable')}
      </ActionButton>
      <ActionButton
        act={webhookCalls.edit}
        small
        look="text"
        before={() =>
          ask({ title: text('integration.hook.removeAsk', { url }), text: text('integration.hook.removeText'), danger: true })
        }
        action={() => change('REMOVED')}
      >
        {text('integration.hook.remove')}
      </ActionButton>
    </>
  )
}
