import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readingFaultsOf, schemaCodeOf } from '@usance/domain/configured-reading'
import { tableFaultsOf } from '@usance/domain/configured-table'
import { type FieldConfig, faultsOf } from '@usance/domain/dynamic-form'
import { dynamicFormCalls, type FormConfig } from '@usance/wire/dynamic-form/calls'
import { Form } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { DynamicForm } from '../../../form/dynamic-form.tsx'
import { useKeptState, useTyped } from '../../../form/kept.ts'
import { Kit } from '../../../form/kit.tsx'
import { useUnsaved } from '../../../form/use-unsaved.ts'
import { send } from '../../../http/client.ts'
import { type AreaName, areaTexts } from '../../../i18n/areas.ts'
import { hasText, type Translate, useText } from '../../../i18n/i18n.ts'
import { languages } from '../../../i18n/language.ts'
import { loadAreaTexts } from '../../../i18n/load-area.ts'
import { DynamicTable } from '../../../list/dynamic-table.tsx'
import { useCan } from '../../../session/session.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty, Failed } from '../../../ui/empty.tsx'
import { mayGiveWay } from '../../../ui/may-leave.ts'
import { notify } from '../../../ui/notice.ts'
import { PageHeader, Section } from '../../../ui/page-frame.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { FieldCard } from './field-card.tsx'
import { ReadingEditor } from './reading-editor.tsx'
import { TableEditor } from './table-editor.tsx'
import { TablePreview } from './table-preview.tsx'
import '../configuration.css'

type Draft = {
  name: string
  kind: FormConfig['kind']
  listId?: string
  version: number
  fields: FieldConfig[]
  changed: boolean
}

const bodyOfField = ({ rules, options, words, notWords, ...field }: FieldConfig) => ({
  ...field,
  ...(rules ? { rules: [...rules] } : {}),
  ...(options ? { options: [...options] } : {}),
  ...(words ? { words: [...words] } : {}),
  ...(notWords ? { notWords: [...notWords] } : {}),
})

/** The forms, tables and import sheets whose fields an administrator decides, with the result beside them. */
export default function Page() {
  const text = useText()
  const can = useCan()
  const queries = useQueryClient()
  const forms = useQuery({
    queryKey: ['formConfigs'],
    queryFn: async () => {
      const [all] = await Promise.all([send(dynamicFormCalls.all, { body: {} }, { quiet: true }), listTexts()])
      return all
    },
  })
  const [draft, setDraft] = useState<Draft>()
  const restore = useCallback((kept: { draft?: Draft | undefined }) => kept.draft && setDraft(kept.draft), [])
  useKeptState(
    useMemo(() => ({ draft: draft?.changed ? draft : undefined }), [draft]),
    restore,
    { part: 'draft' },
  )
  const [newName, setNewName] = useTyped('', { part: 'name of a form' })
  const mayEdit = can('system.workflow.edit')
  useUnsaved(() => draft?.changed ?? false)
  if (forms.isLoadingError) return <Failed error={forms.error} onRetry={() => void forms.refetch()} />
  if (!forms.data) return <Skeleton lines={10} />
  const open = async (name: string) => {
    const form = forms.data.find((one) => one.name === name)
    if (form && name !== draft?.name && (await mayGiveWay())) setDraft({ ...form, fields: form.fields, changed: false })
  }
  const setFields = (fields: FieldConfig[]) => draft && setDraft({ ...draft, fields, changed: true })
  const builtInNames = forms.data
    .find(({ name, kind }) => name === draft?.name && kind === 'READING')
    ?.fields.map(({ name }) => name)
  const faults = !draft
    ? []
    : draft.kind === 'READING'
      ? readingFaultsOf(builtInFields(builtInNames), draft.fields)
      : [...faultsOf(draft.fields), ...(draft.listId && draft.fields.length > 0 ? tableFaultsOf(draft.fields, draft.fields) : [])]
  const save = async () => {
    if (!draft) return false
    const { name, kind, version, fields } = draft
    const saved = await send(dynamicFormCalls.save, { body: { name, kind, version, fields: fields.map(bodyOfField) } })
    setDraft((now) => {
      if (now?.name !== name) return now
      // Fields that were changed during the saving stay; the next save replaces the version that is stored now.
      return now.fields === fields
        ? { ...now, version: saved.version, fields: saved.fields, changed: false }
        : { ...now, version: saved.version }
    })
    queries.setQueryData(['formConfig', name], saved)
    await forms.refetch()
    notify('success', text('dynamicForm.saved', { name }))
    return true
  }
  return (
    <Kit>
      <div className="page">
        <PageHeader
          title={text('dynamicForm.title')}
          actions={
            mayEdit &&
            draft && (
              <>
                {draft.changed && <span className="muted">{text('dynamicForm.unsaved')}</span>}
                <ActionButton
                  action={save}
                  disabled={
                    !draft.changed
                      ? text('common.empty_data')
                      : faults.length > 0 && text('dynamicForm.fault', { list: faults.join(', ') })
                  }
                >
                  {text('common.save')}
                </ActionButton>
              </>
            )
          }
        >
          {text('dynamicForm.intro')}
        </PageHeader>
        <Section>
          <div className="form-config-head">
            <Select
              label={text('dynamicForm.form')}
              all={text('dynamicForm.pick')}
              value={draft?.name ?? ''}
              options={[
                ...forms.data
                  .filter((form) => !form.listId && form.kind !== 'READING')
                  .map((form) => ({
                    value: form.name,
                    label: form.kind === 'SHEET' ? `${form.name} (${text('dynamicForm.sheet')})` : form.name,
                  })),
                ...readingChoices(forms.data, text),
                ...listChoices(forms.data, text),
                ...(draft && !forms.data.some((form) => form.name === draft.name)
                  ? [{ value: draft.name, label: draft.name }]
                  : []),
              ]}
              onChange={open}
            />
            {mayEdit && (
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
                  disabled={!/^[A-Z][A-Z0-9_]{1,59}$/.test(newName) || forms.data.some((form) => form.name === newName)}
                  onClick={async () => {
                    if (!(await mayGiveWay())) return
                    setDraft({
                      name: newName,
                      kind: schemaCodeOf(newName) ? 'READING' : 'FORM',
                      version: 0,
                      fields: [],
                      changed: true,
                    })
                    setNewName('')
                  }}
                >
                  {text('dynamicForm.add')}
                </Button>
              </>
            )}
          </div>
        </Section>
        {!draft ? (
          <Section>
            <Empty title={text('dynamicForm.pick')} />
          </Section>
        ) : draft.kind === 'READING' ? (
          <ReadingEditor key={`${draft.name} ${draft.version}`} fields={draft.fields} disabled={!mayEdit} setFields={setFields} />
        ) : draft.listId ? (
          <>
            {draft.fields.length > 0 && <TablePreview key={draft.name} listId={draft.listId} fields={draft.fields} />}
            <TableEditor listId={draft.listId} fields={draft.fields} disabled={!mayEdit} setFields={setFields} />
          </>
        ) : (
          <div className="form-config">
            <FieldsEditor draft={draft} disabled={!mayEdit} setFields={setFields} />
            <Preview key={draft.name} draft={draft} />
          </div>
        )}
      </div>
    </Kit>
  )
}

/** The titles of lists and their columns are texts of the pages that show them. */
const listTexts = () =>
  Promise.all(
    languages.flatMap((language) => (Object.keys(areaTexts) as AreaName[]).map((area) => loadAreaTexts(area, language))),
  )

/** The names of the fields that are built in: those the portal has a word for. */
const builtInFields = (names: readonly string[] = []) => names.filter((name) => hasText(`ocr.field.${name}`))

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

function FieldsEditor({
  draft,
  disabled,
  setFields,
}: {
  draft: Draft
  disabled: boolean
  setFields: (fields: FieldConfig[]) => void
}) {
  const text = useText()
  const fields = [...draft.fields].sort((a, b) => (a.orderBy ?? 0) - (b.orderBy ?? 0))
  const numbered = (next: FieldConfig[]) => setFields(next.map((field, index) => ({ ...field, orderBy: index + 1 })))
  const move = (at: number, step: -1 | 1) => {
    const to = at + step
    if (to < 0 || to >= fields.length) return
    const next = [...fields]
    ;[next[at], next[to]] = [next[to]!, next[at]!]
    numbered(next)
  }
  const freeName = () => {
    for (let number = fields.length + 1; ; number++)
      if (!fields.some((field) => field.name === `field${number}`)) return `field${number}`
  }
  return (
    <Section
      title={text('dynamicForm.fields')}
      extra={
        !disabled && (
          <Button
            small
            icon="plus"
            onClick={() => {
              const name = freeName()
              numbered([...fields, { type: 'text', name, label: { 'en-US': name, 'zh-CN': name }, require: 0, editable: true }])
            }}
          >
            {text('dynamicForm.addField')}
          </Button>
        )
      }
    >
      {fields.map((field, index) => (
        <FieldCard
          // biome-ignore lint/suspicious/noArrayIndexKey: a field's name changes while it is typed
          key={index}
          field={field}
          disabled={disabled}
          others={fields.filter((other) => other !== field).map((other) => other.name)}
          onChange={(next) => numbered(fields.map((other) => (other === field ? next : other)))}
          onMove={(step) => move(index, step)}
          onRemove={() => numbered(fields.filter((other) => other !== field))}
        />
      ))}
      {fields.length === 0 && <Empty title={text('common.empty_data')} />}
    </Section>
  )
}

function Preview({ draft }: { draft: Draft }) {
  const text = useText()
  const [form] = Form.useForm()
  const [sent, setSent] = useState<Record<string, unknown>>()
  return (
    <div className="form-preview">
      <Section title={text('dynamicForm.preview')}>
        <p className="muted">{text('dynamicForm.previewText')}</p>
        {draft.kind === 'TABLE' ? (
          <DynamicTable name={draft.name} fields={draft.fields} rows={[]} />
        ) : (
          <DynamicForm fields={draft.fields} form={form} onSubmit={setSent}>
            <Button look="solid" type="submit">
              {text('dynamicForm.try')}
            </Button>
          </DynamicForm>
        )}
        {sent && (
          <>
            <h3>{text('dynamicForm.result')}</h3>
            <pre>{JSON.stringify(sent, null, 2)}</pre>
          </>
        )}
      </Section>
    </div>
  )
}
