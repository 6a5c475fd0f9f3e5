import { type Showing, showingOf, showings, withShowing } from '@usance/domain/configured-table'
import type { FieldConfig } from '@usance/domain/dynamic-form'
import { useText } from '../../../i18n/i18n.ts'
import type { Language } from '../../../i18n/language.ts'
import { find } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Section } from '../../../ui/page-frame.tsx'
import { Select } from '../../../ui/select.tsx'
import { LabelInputs, MoveButtons, moved, numbered } from './field-parts.tsx'

/** The columns of a list: in which order they stand, what they are called, how wide they are and who decides on them. */
export function TableEditor({
  listId,
  fields,
  disabled,
  setFields,
}: {
  listId: string
  fields: readonly FieldConfig[]
  disabled: boolean
  setFields: (fields: FieldConfig[]) => void
}) {
  const text = useText()
  const titleIn = (language: Language, name: string) => find(language, `list.${listId}.${name}`) ?? name
  const change = (name: string, part: (field: FieldConfig) => FieldConfig) =>
    setFields(numbered(fields.map((field) => (field.name === name ? part(field) : field))))
  return (
    <Section
      title={text('dynamicForm.columns')}
      extra={
        !disabled &&
        fields.length > 0 && (
          <Button small onClick={() => setFields([])}>
            {text('dynamicForm.asBuiltIn')}
          </Button>
        )
      }
    >
      <p className="muted">{text('dynamicForm.columnsText')}</p>
      {fields.length === 0 && <Empty title={text('dynamicForm.asBuiltInText')} />}
      {fields.map((field, at) => {
        const title = text.of('list', `${listId}.${field.name}`)
        return (
          <fieldset key={field.name} className="field-card table-card" disabled={disabled} aria-label={title}>
            <strong>{title}</strong>
            <div className="field-part">
              {text('dynamicForm.showing')}
              <Select
                label={`${text('dynamicForm.showing')} ${title}`}
                all={false}
                value={showingOf(field)}
                options={showings.map((value) => ({ value, label: text(`dynamicForm.showings.${value}`) }))}
                onChange={(showing) => change(field.name, (one) => withShowing(one, showing as Showing))}
              />
            </div>
            <LabelInputs
              label={field.label}
              titleIn={(language) => titleIn(language, field.name)}
              onChange={(label) => change(field.name, (one) => ({ ...one, label }))}
            />
            <WidthInput field={field} onChange={(width) => change(field.name, (one) => ({ ...one, width }))} />
            <div className="table-card-moves">
              <MoveButtons title={title} at={at} count={fields.length} onMove={(to) => setFields(moved(fields, at, to))} />
            </div>
          </fieldset>
        )
      })}
    </Section>
  )
}

/** Whole pixels a column may be wide. */
const widths = { min: 40, max: 600 }

function WidthInput({ field, onChange }: { field: FieldConfig; onChange: (width: number | undefined) => void }) {
  const text = useText()
  return (
    <label>
      {text('dynamicForm.width')}
      <input
        className="input"
        type="number"
        {...widths}
        key={field.width}
        defaultValue={field.width}
        placeholder={text('dynamicForm.widthAuto')}
        onBlur={(event) => {
          const typed = Math.round(Number(event.target.value))
          const width = typed > 0 ? Math.min(Math.max(typed, widths.min), widths.max) : undefined
          if (width !== field.width) onChange(width)
        }}
      />
    </label>
  )
}
