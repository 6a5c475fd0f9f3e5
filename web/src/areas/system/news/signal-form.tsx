import { outlookCalls } from '@usance/wire/outlook/calls'
import { useTypedParts } from '../../../form/kept.ts'
import { useSubmit } from '../../../form/use-submit.ts'
import { useText } from '../../../i18n/i18n.ts'
import { todayInZone } from '../../../ui/format.ts'
import { notify } from '../../../ui/notice.ts'
import { InChinese } from './in-chinese.tsx'
import { WritingDialog, WrittenChoice, WrittenDay, WrittenWords } from './writing-dialog.tsx'

const directions = ['DOWN', 'UP', 'NEUTRAL'] as const

/** Adds what was heard of one buyer. */
export function SignalForm({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) {
  const text = useText()
  const saving = useSubmit(outlookCalls.saveSignal)
  const [facts, setFacts] = useTypedParts(
    {
      buyerCode: '',
      newsDate: todayInZone(),
      direction: 'DOWN' as (typeof directions)[number],
      title: '',
      text: '',
      titleCn: '',
      textCn: '',
    },
    { part: 'signal' },
  )
  const set = (more: Partial<typeof facts>) => setFacts((now) => ({ ...now, ...more }))
  const save = async () => {
    if (!(await saving.run({ body: facts }))) return
    notify('success', text('insight.saved'))
    onSaved()
  }
  return (
    <WritingDialog
      width={560}
      title={text('insight.addSignal')}
      saving={saving}
      complete={[facts.buyerCode, facts.title, facts.text, facts.newsDate].every((value) => value.trim() !== '')}
      onSave={save}
      onClose={onClose}
    >
      <label>
        <span>{text('insight.buyer')}</span>
        <input
          className="input"
          maxLength={60}
          value={facts.buyerCode}
          onChange={(event) => set({ buyerCode: event.target.value })}
        />
      </label>
      <WrittenDay newsDate={facts.newsDate} set={set} />
      <WrittenChoice
        label={text('insight.direction')}
        value={facts.direction}
        options={directions}
        wordOf={(direction) => text(`insight.directions.${direction}`)}
        onChoose={(direction) => set({ direction })}
      />
      <WrittenWords title={facts.title} text={facts.text} rows={5} set={set} />
      <InChinese facts={facts} set={set} names={['titleCn', 'textCn']} />
    </WritingDialog>
  )
}
