import type { FieldConfig } from '@usance/domain/dynamic-form'
import { Form } from 'antd'
import { useState } from 'react'
import { DynamicForm } from '../../../form/dynamic-form.tsx'
import { useText } from '../../../i18n/i18n.ts'
import { DynamicTable } from '../../../list/dynamic-table.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Section } from '../../../ui/page-frame.tsx'
import type { Draft } from './draft.ts'
import { FieldCard } from './field-card.tsx'
import { ReadingEditor } from './reading-editor.tsx'
import { TableEditor } from './table-editor.tsx'
import { TablePreview } from './table-preview.tsx'

type Props = { draft: Draft; disabled: boolean; setFields: (fields: FieldConfig[]) => void }

/** The editor for the kind of form, with the result beside it. */
export function DraftEditor({ draft, disabled, setFields }: Props) {
  const { name, version, listId, fields } = draft
  if (draft.kind === 'READING')
    return <ReadingEditor key={`${name} ${version}`} fields={fields} disabled={disabled} setFields={setFields} />
  if (listId)
    return (
      <>
        {fields.length > 0 && <TablePreview key={name} listId={listId} fields={fields} />}
        <TableEditor listId={listId} fields={fields} disabled={disabled} setFields={setFields} />
      </>
    )
  return (
    <div className="form-config">
      <FieldsEditor draft={draft} disabled={disabled} setFields={setFields} />
      <Preview key={name} draft={draft} />
    </div>
  )
}

function FieldsEditor({ draft, disabled, setFields }: Props) {
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
