import { schemaCodeOf } from '@usance/domain/configured-reading'
import type { FormConfig } from '@usance/wire/dynamic-form/calls'
import { useTyped } from '../../../form/kept.ts'
import { hasText, type Translate, useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { mayGiveWay } from '../../../ui/may-leave.ts'
import { Section } from '../../../ui/page-frame.tsx'
import { Select } from '../../../ui/select.tsx'
import type { Draft } from './draft.ts'

const readingChoices = (forms: readonly FormConfig[], text: Translate) =>
  forms.flatMap(({ name, kind }) => {
    if (kind !== 'READING') return []
    const key = `dynamicForm.documents.${schemaCodeOf(name)}`
    return [{ value: name, label: `${hasText(key) ? text(key) : name} (${text('dynamicForm.documentKind')})` }]
  })

const listChoices = (forms: readonly FormConfig[], text: Translate) =>
  forms
    .flatMap(({ name, listId }) => {
      const title = `list.${listId}.title`
      return listId ? [{ value: name, label: `${hasText(title) ? text(title) : name} (${text('dynamicForm.table')})` }] : []
    })
    .sort((a, b) => a.label.localeCompare(b.label))

type Props = { forms: readonly FormConfig[]; draft: Draft | undefined; onOpen: (draft: Draft) => void }

/** Chooses the form that is changed. */
export function FormChoice({ forms, draft, mayAdd, onOpen }: Props & { mayAdd: boolean }) {
  const text = useText()
  const open = async (name: string) => {
    const form = forms.find((one) => one.name === name)
    if (form && name !== draft?.name && (await mayGiveWay())) onOpen({ ...form, fields: form.fields, changed: false })
  }
  return (
    <Section>
      <div className="form-config-head">
        <Select
          label={text('dynamicForm.form')}
          all={text('dynamicForm.pick')}
          value={draft?.name ?? ''}
          options={[
            ...forms
              .filter((form) => !form.listId && form.kind !== 'READING')
              .map((form) => ({
                value: form.name,
                label: form.kind === 'SHEET' ? `${form.name} (${text('dynamicForm.sheet')})` : form.name,
              })),
            ...readingChoices(forms, text),
            ...listChoices(forms, text),
            ...(draft && !forms.some((form) => form.name === draft.name) ? [{ value: draft.name, label: draft.name }] : []),
          ]}
          onChange={open}
        />
        {mayAdd && <NewForm forms={forms} onOpen={onOpen} />}
      </div>
    </Section>
  )
}

/** Begins a form with a name of its own. */
function NewForm({ forms, onOpen }: Omit<Props, 'draft'>) {
  const text = useText()
  const [newName, setNewName] = useTyped('', { part: 'name of a form' })
  return (
    <>
      <input
        className="input form-config-name"
        style={{ width: 280 }}
        aria-label={text('dynamicForm.newName')}
        placeholder={text('dynamicForm.newName')}
        value={newName}
        onChange={(event) => setNewName(event.target.value.toUpperCase().replace(/[^A-Z0-9_]/g, ''))}
      />
      <Button
        icon="plus"
        disabled={!/^[A-Z][A-Z0-9_]{1,59}$/.test(newName) || forms.some((form) => form.name === newName)}
        onClick={async () => {
          if (!(await mayGiveWay())) return
          onOpen({ name: newName, kind: schemaCodeOf(newName) ? 'READING' : 'FORM', version: 0, fields: [], changed: true })
          setNewName('')
        }}
      >
        {text('dynamicForm.add')}
      </Button>
    </>
  )
}
