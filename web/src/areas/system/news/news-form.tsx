import { outlookCalls, type StaffNews } from '@usance/wire/outlook/calls'
import { type FormEvent, useState } from 'react'
import { useSubmit } from '../../../form/use-submit.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { DateInput } from '../../../ui/date-input.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { notify } from '../../../ui/notice.ts'
import { Select } from '../../../ui/select.tsx'
import { regionText } from '../../outlook/region-text.ts'
import { InChinese } from './in-chinese.tsx'

const regions = ['Global', 'ASIA', 'EUROPE', 'AMERICAS', 'AFRICA', 'OCEANIA']

/** Writes a piece of news, or changes or withdraws one. */
export function NewsForm({ news, onClose, onSaved }: { news: StaffNews | undefined; onClose: () => void; onSaved: () => void }) {
  const text = useText()
  const saving = useSubmit(outlookCalls.saveNews)
  const [facts, setFacts] = useState({
    kind: news?.kind ?? 'PANEL',
    newsDate: news?.newsDate ?? new Date().toISOString().slice(0, 10),
    region: news?.region ?? 'Global',
    title: news?.title ?? '',
    text: news?.text ?? '',
    topics: news?.topics ?? '',
    tags: news?.tags ?? '',
    titleCn: news?.titleCn ?? '',
    textCn: news?.textCn ?? '',
    topicsCn: news?.topicsCn ?? '',
    tagsCn: news?.tagsCn ?? '',
    withdrawn: news?.withdrawn ?? false,
  })
  const set = (more: Partial<typeof facts>) => setFacts((now) => ({ ...now, ...more }))
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (!(await saving.run({ body: { ...facts, ...(news ? { id: news.id } : {}) } } as never))) return
    notify('success', text('insight.saved'))
    onSaved()
  }
  const complete = facts.title.trim() !== '' && facts.text.trim() !== '' && facts.newsDate !== ''
  return (
    <Dialog
      open
      width={640}
      title={text(news ? 'insight.editNews' : 'insight.addNews')}
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
          <span aria-hidden="true">{text('insight.region')}</span>
          <Select
            all={false}
            label={text('insight.region')}
            value={facts.region}
            options={[...new Set([...regions, facts.region])].map((value) => ({ value, label: regionText(value) }))}
            onChange={(region) => set({ region })}
          />
        </div>
        <div>
          <span aria-hidden="true">{text('insight.kind')}</span>
          <Select
            all={false}
            label={text('insight.kind')}
            value={facts.kind}
            options={(['PANEL', 'ARTICLE'] as const).map((value) => ({ value, label: text(`insight.kinds.${value}`) }))}
            onChange={(kind) => set({ kind: kind as 'PANEL' })}
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
            rows={6}
            maxLength={8000}
            value={facts.text}
            onChange={(event) => set({ text: event.target.value })}
          />
        </label>
        <label>
          <span>{text('insight.topics')}</span>
          <input
            className="input"
            maxLength={200}
            value={facts.topics}
            onChange={(event) => set({ topics: event.target.value })}
          />
        </label>
        <label>
          <span>{text('insight.tags')}</span>
          <input className="input" maxLength={200} value={facts.tags} onChange={(event) => set({ tags: event.target.value })} />
        </label>
        <InChinese facts={facts} set={set} names={['titleCn', 'textCn', 'topicsCn', 'tagsCn']} />
        {news && (
          <label className="news-check is-wide">
            <input type="checkbox" checked={facts.withdrawn} onChange={(event) => set({ withdrawn: event.target.checked })} />
            <span>{text('insight.withdraw')}</span>
          </label>
        )}
        {saving.error && (
          <p className="form-error is-wide" role="alert">
            {saving.error}
          </p>
        )}
      </form>
    </Dialog>
  )
}
