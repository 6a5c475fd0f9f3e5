import { webhookEvents } from '@usance/wire/notification/events'
import { type WebhookEndpoint, webhookCalls } from '@usance/wire/webhook/calls'
import { useTyped } from '../../../form/kept.ts'
import { useSubmit } from '../../../form/use-submit.ts'
import { useText } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { PickList } from '../pick-list.tsx'
import { bySubject } from './event-subjects.ts'

/** An address and the events it hears of. Answers the signing secret of a new one. */
export function EndpointDialog({
  row,
  onClose,
  onDone,
}: {
  row: WebhookEndpoint | undefined
  onClose: () => void
  onDone: (secret?: string | null) => void
}) {
  const text = useText()
  const adding = useSubmit(webhookCalls.add)
  const editing = useSubmit(webhookCalls.edit)
  const [url, setUrl] = useTyped(row?.url ?? 'https://', { part: `endpoint ${row?.id ?? 'new'} address` })
  const [description, setDescription] = useTyped(row?.description ?? '', { part: `endpoint ${row?.id ?? 'new'} description` })
  const [ticked, tick] = useTyped<readonly string[]>(row?.events ?? [], { part: `endpoint ${row?.id ?? 'new'} events` })
  const chosen = new Set(ticked)
  const choose = (events: ReadonlySet<string>) => tick([...events])
  const save = async () => {
    const values = { url: url.trim(), description, events: webhookEvents.filter((event) => chosen.has(event)) }
    if (row) {
      const status = row.status as 'ENABLE' | 'DISABLE'
      if (await editing.run({ body: { ...values, id: row.id, status } })) onDone()
      return
    }
    const made = await adding.run({ body: values })
    if (made) onDone(made.secret)
  }
  return (
    <FormDialog
      width={720}
      title={text(row ? 'integration.hook.edit' : 'integration.hook.add')}
      onClose={onClose}
      busy={adding.busy || editing.busy}
      error={adding.error || editing.error}
      incomplete={url.trim().length < 12 || chosen.size === 0}
      onSend={save}
    >
      <div className="integration-fields">
        <label>
          <span>{text('integration.hook.url')}</span>
          <input className="input" type="url" value={url} maxLength={500} onChange={(event) => setUrl(event.target.value)} />
        </label>
        <label>
          <span>{text('integration.hook.description')}</span>
          <input
            className="input"
            value={description}
            maxLength={120}
            placeholder={text('integration.hook.descriptionHint')}
            onChange={(event) => setDescription(event.target.value)}
          />
        </label>
        <PickList
          title={text('integration.hook.events')}
          usual={{ label: text('integration.hook.all'), values: webhookEvents }}
          groups={bySubject(webhookEvents).map(({ title, events }) => ({
            title: text(title),
            entries: events.map((event) => ({ value: event, label: <code>{event}</code> })),
          }))}
          chosen={chosen}
          onChoose={choose}
        />
      </div>
    </FormDialog>
  )
}
