import { useQueryClient } from '@tanstack/react-query'
import { type HelpCategory, type HelpText, helpCalls, helpCategories } from '@usance/wire/help/calls'
import { type FormEvent, useId } from 'react'
import { useTypedParts } from '../../form/kept.ts'
import { useSubmit } from '../../form/use-submit.ts'
import { useText } from '../../i18n/i18n.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notice.ts'
import { Select } from '../../ui/select.tsx'

const blank = { category: 'start' as HelpCategory, titleEn: '', titleCn: '', bodyEn: '', bodyCn: '', seq: 100, published: true }

/** A help text in both languages, for the operator's staff. */
export function HelpForm({ help, onClose }: { help: HelpText | undefined; onClose: () => void }) {
  const text = useText()
  const id = useId()
  const queries = useQueryClient()
  const [value, setValue] = useTypedParts(help ?? blank, { part: `help ${help?.id ?? 'new'}`, version: help?.version })
  const saving = useSubmit(helpCalls.save)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const { category, titleEn, titleCn, bodyEn, bodyCn, seq, published } = value
    const own = help ? { id: help.id, version: help.version } : {}
    const body = { ...own, category, titleEn, titleCn, bodyEn, bodyCn, seq, published }
    if (!(await saving.run({ body }))) return
    notify('success', text('help.saved'))
    await queries.invalidateQueries({ queryKey: ['help'] })
    onClose()
  }
  const line = (name: 'titleEn' | 'titleCn') => (
    <label className="help-field">
      {text(`help.${name}`)}
      <input
        className="input"
        required
        maxLength={200}
        value={value[name]}
        onChange={(change) => setValue({ ...value, [name]: change.target.value })}
      />
    </label>
  )
  const area = (name: 'bodyEn' | 'bodyCn') => (
    <label className="help-field">
      {text(`help.${name}`)}
      <textarea
        className="input"
        required
        rows={7}
        maxLength={8000}
        value={value[name]}
        onChange={(change) => setValue({ ...value, [name]: change.target.value })}
      />
    </label>
  )
  return (
    <FormDialog
      side
      width={620}
      title={text(help ? 'help.editTitle' : 'help.add')}
      onClose={onClose}
      form={id}
      ok={text('common.save')}
      busy={saving.busy}
      error={saving.error}
    >
      <form id={id} onSubmit={save} className="help-form">
        <label className="help-field" htmlFor="help-category">
          {text('help.category')}
          <Select
            id="help-category"
            all={false}
            label={text('help.category')}
            value={value.category}
            options={helpCategories.map((category) => ({ value: category, label: text(`help.subject.${category}`) }))}
            onChange={(category) => setValue({ ...value, category: category as HelpCategory })}
          />
        </label>
        <label className="help-field">
          {text('help.seq')}
          <input
            className="input"
            type="number"
            min={0}
            max={9999}
            value={value.seq}
            onChange={(change) => setValue({ ...value, seq: Number(change.target.value) })}
          />
        </label>
        {line('titleEn')}
        {line('titleCn')}
        {area('bodyEn')}
        {area('bodyCn')}
        <label className="help-check">
          <input
            type="checkbox"
            checked={value.published}
            onChange={(change) => setValue({ ...value, published: change.target.checked })}
          />
          {text('help.published')}
        </label>
      </form>
    </FormDialog>
  )
}
