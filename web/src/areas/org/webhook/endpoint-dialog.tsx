import { noticeEvents } from '@usance/wire/notification/events'
import { type WebhookEndpoint, webhookCalls } from '@usance/wire/webhook/calls'
import { useState } from 'react'
import { useSubmit } from '../../../form/use-submit.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { PickList } from '../pick-list.tsx'

/** Events by what they are about, each under the page where that is found. */
const subjects: readonly [string, RegExp][] = [
  ['menu.approval', /^(APPROVAL|DELEGATION)_/],
  ['menu.invoice', /^INVOICE_/],
  ['menu.purchase', /^PURCHASE_ORDER_/],
  ['menu.financeOrder', /^FINANCE_ORDER_/],
  ['menu.contractInfo', /^CONTRACT_/],
  ['menu.paymentManagement', /^PAYMENT_/],
  ['menu.repaymentManagement', /^(REPAYMENT|RECOURSE)_/],
]

/** An address and the events it hears of. Answers the signing secret of a new one. */
export function EndpointDialog({
  row,
  onClose,
  onDone,
}: {
  row: WebhookEndpoint | undefined
  onClose: () => void
  onDone: (secret?: string) => void
}) {
  const text = useText()
  const adding = useSubmit(webhookCalls.add)
  const editing = useSubmit(webhookCalls.edit)
  const [url, setUrl] = useState(row?.url ?? 'https://')
  const [description, setDescription] = useState(row?.description ?? '')
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set(row?.events))
  const save = async () => {
    const values = { url: url.trim(), description, events: noticeEvents.filter((event) => chosen.has(event)) }
    if (row) {
      const status = row.status as 'ENABLE' | 'DISABLE'
      if (await editing.run({ body: { ...values, id: row.id, status } })) onDone()
      return
    }
    const made = await adding.run({ body: values })
    if (made) onDone(made.secret)
  }
  const error = adding.error || editing.error
  return (
    <Dialog
      open
      width={720}
      title={text(row ? 'integration.hook.edit' : 'integration.hook.add')}
      onClose={onClose}
      footer={
        <>
          {error && <span className="form-error">{error}</span>}
          <Button onClick={onClose}>{text('common.cancel')}</Button>
          <Button
            look="solid"
            busy={adding.busy || editing.busy}
            disabled={url.trim().length < 12 || chosen.size === 0}
            onClick={() => void save()}
          >
            {text('common.confirm')}
          </Button>
        </>
      }
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
          usual={{ label: text('integration.hook.all'), values: noticeEvents }}
          groups={subjects.map(([title, about]) => ({
            title: text(title),
            entries: noticeEvents
              .filter((event) => about.test(event))
              .map((event) => ({ value: event, label: <code>{event}</code> })),
          }))}
          chosen={chosen}
          onChoose={choose}
        />
      </div>
    </Dialog>
  )
}
