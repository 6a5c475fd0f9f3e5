import { type FormEvent, type ReactNode, useId } from 'react'
import { useText } from '../../../i18n/i18n.ts'
import { DateInput } from '../../../ui/date-input.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Select } from '../../../ui/select.tsx'

type Written = { newsDate: string; title: string; text: string }
type Setting = { set: (more: Partial<Written>) => void }

/** The frame in which staff write something down: Enter and the button save it once everything needed is there. */
export function WritingDialog({
  title,
  width,
  saving,
  complete,
  onSave,
  onClose,
  children,
}: {
  title: string
  width: number
  saving: { busy: boolean; error: string }
  complete: boolean
  onSave: () => Promise<void>
  onClose: () => void
  children: ReactNode
}) {
  const text = useText()
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void onSave()
  }
  return (
    <FormDialog
      width={width}
      title={title}
      onClose={onClose}
      form={id}
      ok={text('common.save')}
      busy={saving.busy}
      error={saving.error}
      incomplete={!complete}
    >
      <form id={id} className="news-form" onSubmit={submit}>
        {children}
      </form>
    </FormDialog>
  )
}

/** The day of what is written. */
export function WrittenDay({ newsDate, set }: Pick<Written, 'newsDate'> & Setting) {
  const text = useText()
  return (
    <div>
      <span aria-hidden="true">{text('insight.date')}</span>
      <DateInput
        label={text('insight.date')}
        value={newsDate}
        onPick={(day) => set({ newsDate: day })}
        onClear={() => set({ newsDate: '' })}
        onFault={() => set({ newsDate: '' })}
      />
    </div>
  )
}

/** One of a few. */
export function WrittenChoice<V extends string>({
  label,
  value,
  options,
  wordOf,
  onChoose,
}: {
  label: string
  value: V
  options: readonly V[]
  wordOf: (value: V) => string
  onChoose: (value: V) => void
}) {
  return (
    <div>
      <span aria-hidden="true">{label}</span>
      <Select
        all={false}
        label={label}
        value={value}
        options={options.map((one) => ({ value: one, label: wordOf(one) }))}
        onChange={(chosen) => onChoose(chosen as V)}
      />
    </div>
  )
}

/** The headline and the words below it. */
export function WrittenWords({ title, text: words, rows, set }: Pick<Written, 'title' | 'text'> & Setting & { rows: number }) {
  const text = useText()
  return (
    <>
      <label className="is-wide">
        <span>{text('insight.newsTitle')}</span>
        <input className="input" maxLength={200} value={title} onChange={(event) => set({ title: event.target.value })} />
      </label>
      <label className="is-wide">
        <span>{text('insight.text')}</span>
        <textarea
          className="input news-text"
          rows={rows}
          maxLength={8000}
          value={words}
          onChange={(event) => set({ text: event.target.value })}
        />
      </label>
    </>
  )
}
