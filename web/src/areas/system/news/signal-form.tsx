import { outlookCalls } from '@usance/wire/outlook/calls'
import { type FormEvent, useState } from 'react'
import { useSubmit } from '../../../form/use-submit.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { DateInput } from '../../../ui/date-input.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { notify } from '../../../ui/notice.ts'
import { Select } from '../../../ui/select.tsx'
import { InChinese } from './in-chinese.tsx'

const directions = ['DOWN', 'UP', 'NEUTRAL'] as const

/** Adds what was heard of one buyer. */
export function SignalForm({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) {
  const text = useText()
  const saving = useSubmit(outlookCalls.saveSignal)
  const [facts, setFacts] = useState({
    buyerCode: '',
    newsDate: new Date().toISOString().slice(0, 10),
    direction: 'DOWN' as (typeof directions)[number],
    title: '',
    text: '',
    titleCn: '',
    textCn: '',
  })
  const set = (more: Partial<typeof facts>) => setFacts((now) => ({ ...now, ...more }))
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (!(await saving.run({ body: facts } as never))) return
    notify('success', text('insight.saved'))
    onSaved()
  }
  const complete = [facts.buyerCode, facts.title, facts.text, facts.newsDate].every((value) => value.trim() !== '')
  return (
    <Dialog
      open
      width={560}
      title={text('insight.addSignal')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('common.cancel')}</Button>
          <Button look="solid" busy={saving.busy} disabled={!complete} onClick={() => void submit()}>
            {text('common.save')}
          </Button>
        </>
      }
    >
      <form className="news-form" onSubmit={(event) => void submit(event)}>
        <label>
          <span>{text('insight.buyer')}</span>
          <input
            className="input"
            maxLength={60}
            value={facts.buyerCode}
            onChange={(event) => set({ buyerCode: event.target.value })}
          />
        </label>
        <div>
          <span aria-hidden="true">{text('insight.date')}</span>
          <DateInput
            label={text('insight.date')}
            value={facts.newsDate}
            onPick={(newsDate) => set({ newsDate })}
            onClear={() => set({ newsDate: '' })}
          />
        </div>
        <div>
          <span aria-hidden="true">{text('insight.direction')}</span>
          <Select
            all={false}
            label={text('insight.direction')}
            value={facts.direction}
            options={directions.map((value) => ({ value, label: text(`insight.directions.${value}`) }))}
            onChange={(direction) => set({ direction: direction as 'DOWN' })}
          />
        </div>
        <label className="is-wide">
          <span>{text('insight.newsTitle')}</span>
          <input className="input" maxLength={200} value={facts.title} onChange={(event) => set({ title: event.target.value })} />
        </label>
        <label className="is-wide">
          <span>{text('insight.text')}</span>
          <textarea
            className="input news-text"
            rows={5}
            maxLength={8000}
            value={facts.text}
            onChange={(event) => set({ text: event.target.value })}
          />
        </label>
        <InChinese facts={facts} set={set} names={['titleCn', 'textCn']} />
        {saving.error && (
          <p className="form-error is-wide" role="alert">
            {saving.error}
          </p>
        )}
      </form>
    </Dialog>
  )
}
