import { outlookCalls, type StaffNews } from '@usance/wire/outlook/calls'
import { useTypedParts } from '../../../form/kept.ts'
import { useSubmit } from '../../../form/use-submit.ts'
import { useText } from '../../../i18n/i18n.ts'
import { todayInZone } from '../../../ui/format.ts'
import { notify } from '../../../ui/notice.ts'
import { regionText } from '../../outlook/region-text.ts'
import { InChinese } from './in-chinese.tsx'
import { WritingDialog, WrittenChoice, WrittenDay, WrittenWords } from './writing-dialog.tsx'

const regions = ['Global', 'ASIA', 'EUROPE', 'AMERICAS', 'AFRICA', 'OCEANIA']

/** Writes a piece of news, or changes or withdraws one. */
export function NewsForm({ news, onClose, onSaved }: { news: StaffNews | undefined; onClose: () => void; onSaved: () => void }) {
  const text = useText()
  const saving = useSubmit(outlookCalls.saveNews)
  const [facts, setFacts] = useTypedParts(
    {
      kind: news?.kind ?? 'PANEL',
      newsDate: news?.newsDate ?? todayInZone(),
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
    },
    { part: `news ${news?.id ?? 'new'}` },
  )
  const set = (more: Partial<typeof facts>) => setFacts((now) => ({ ...now, ...more }))
  const save = async () => {
    if (!(await saving.run({ body: { ...facts, ...(news ? { id: news.id } : {}) } }))) return
    notify('success', text('insight.saved'))
    onSaved()
  }
  return (
    <WritingDialog
      width={640}
      title={text(news ? 'insight.editNews' : 'insight.addNews')}
      saving={saving}
      complete={facts.title.trim() !== '' && facts.text.trim() !== '' && facts.newsDate !== ''}
      onSave={save}
      onClose={onClose}
    >
      <WrittenDay newsDate={facts.newsDate} set={set} />
      <WrittenChoice
        label={text('insight.region')}
        value={facts.region}
        options={[...new Set([...regions, facts.region])]}
        wordOf={regionText}
        onChoose={(region) => set({ region })}
      />
      <WrittenChoice
        label={text('insight.kind')}
        value={facts.kind}
        options={['PANEL', 'ARTICLE']}
        wordOf={(kind) => text(`insight.kinds.${kind}`)}
        onChoose={(kind) => set({ kind })}
      />
      <WrittenWords title={facts.title} text={facts.text} rows={6} set={set} />
      <label>
        <span>{text('insight.topics')}</span>
        <input className="input" maxLength={200} value={facts.topics} onChange={(event) => set({ topics: event.target.value })} />
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
    </WritingDialog>
  )
}
