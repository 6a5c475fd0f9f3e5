import type { Condition, FieldConfig, Label } from '@usance/domain/dynamic-form'
import { useText } from '../../../i18n/i18n.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'

const fieldTypes = [
  'text',
  'textarea',
  'number',
  'amount',
  'percent',
  'date',
  'select',
  'radio',
  'boolean',
  'country',
  'area',
  'company',
  'attachment',
] as const
const ruleNames = ['email', 'url', 'integer', 'natural', 'positiveInteger', 'percent', 'amount', 'amountJPY', 'accountName']

const inBoth = (label: Label) => (typeof label === 'string' ? { 'en-US': label, 'zh-CN': label } : label)
const isCondition = (given: unknown): given is Condition => typeof given === 'object' && given !== null
const optionLines = (field: FieldConfig) =>
  (field.options ?? [])
    .map(({ value, label }) => [value, inBoth(label)['en-US'] ?? '', inBoth(label)['zh-CN'] ?? ''].join('='))
    .join('\n')
const optionsOf = (lines: string): FieldConfig['options'] =>
  lines
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => {
      const [value = '', english = value, chinese = english] = line.split('=').map((part) => part.trim())
      return { value, label: { 'en-US': english, 'zh-CN': chinese } }
    })

type Props = {
  field: FieldConfig
  others: readonly string[]
  disabled: boolean
  onChange: (field: FieldConfig) => void
  onMove: (step: -1 | 1) => void
  onRemove: () => void
}

/** One field of a form: what it is called, what it takes, and when it must be filled. */
export function FieldCard({ field, others, disabled, onChange, onMove, onRemove }: Props) {
  const text = useText()
  const label = inBoth(field.label)
  const change = (part: Partial<FieldConfig>) => onChange({ ...field, ...part })
  const input = (key: string, value: string | undefined, set: (value: string) => void, className?: string) => (
    <label className={className}>
      {text.of('dynamicForm', key)}
      <input className="input" value={value ?? ''} disabled={disabled} onChange={(event) => set(event.target.value)} />
    </label>
  )
  const chooses = ['select', 'radio'].includes(field.type)
  const condition = isCondition(field.require) ? field.require : undefined
  return (
    <fieldset className="field-card" disabled={disabled} aria-label={field.name}>
      {input('name', field.name, (name) => change({ name: name.replace(/\W/g, '') }))}
      <div className="field-part">
        {text('dynamicForm.type')}
        <Select
          label={text('dynamicForm.type')}
          all={false}
          value={field.type}
          options={[...new Set([...fieldTypes, field.type])].map((value) => ({
            value,
            label: (fieldTypes as readonly string[]).includes(value) ? text.of('dynamicForm.types', value) : value,
          }))}
          onChange={(type) => change({ type })}
        />
      </div>
      {input('labelEn', label['en-US'], (value) => change({ label: { ...label, 'en-US': value } }))}
      {input('labelZh', label['zh-CN'], (value) => change({ label: { ...label, 'zh-CN': value } }))}
      <div className="field-part">
        {text('dynamicForm.requirement')}
        <Select
          label={text('dynamicForm.requirement')}
          all={false}
          value={condition ? 'condition' : String(field.require ?? 0)}
          options={[
            ...(['0', '1', '2'] as const).map((value) => ({ value, label: text(`dynamicForm.require${value}`) })),
            { value: 'condition', label: text('dynamicForm.conditional') },
          ]}
          onChange={(value) =>
            change({
              require:
                value === 'condition'
                  ? { field: others[0] ?? '', express: 'eq', value: '', if: 1, else: 2 }
                  : (Number(value) as 0 | 1 | 2),
            })
          }
        />
      </div>
      {condition && <ConditionFields condition={condition} others={others} onChange={(require) => change({ require })} />}
      {field.type === 'amount' && input('currency', field.currency, (currency) => change({ currency: currency || undefined }))}
      {field.type === 'area' && input('fromCountry', field.fromCountry, (value) => change({ fromCountry: value || undefined }))}
      {chooses && input('dictName', field.dictName, (dictName) => change({ dictName: dictName || undefined }))}
      {field.type === 'text' && (
        <div className="field-part">
          {text('dynamicForm.rules')}
          <Select
            label={text('dynamicForm.rules')}
            all={text('common.none')}
            value={field.rules?.[0] ?? ''}
            options={ruleNames.map((value) => ({ value, label: value }))}
            onChange={(rule) => change({ rules: rule ? [rule] : undefined })}
          />
        </div>
      )}
      {chooses && (
        <label className="is-wide">
          {text('dynamicForm.options')}
          <textarea
            className="input"
            rows={3}
            key={field.name}
            defaultValue={optionLines(field)}
            onBlur={(event) => change({ options: optionsOf(event.target.value) })}
          />
        </label>
      )}
      <div className="field-card-foot">
        <label className="check">
          <input
            type="checkbox"
            checked={isCondition(field.editable) || field.editable !== false}
            disabled={isCondition(field.editable)}
            onChange={(event) => change({ editable: event.target.checked })}
          />
          {text('dynamicForm.editable')}
        </label>
        <IconButton icon="up" size={15} label={`${text('dynamicForm.moveUp')} ${field.name}`} onClick={() => onMove(-1)} />
        <IconButton icon="down" size={15} label={`${text('dynamicForm.moveDown')} ${field.name}`} onClick={() => onMove(1)} />
        <IconButton icon="trash" size={15} label={`${text('common.remove')} ${field.name}`} onClick={onRemove} />
      </div>
    </fieldset>
  )
}

function ConditionFields({
  condition,
  others,
  onChange,
}: {
  condition: Condition
  others: readonly string[]
  onChange: (condition: Condition) => void
}) {
  const text = useText()
  const outcome = (key: 'if' | 'else') => (
    <div className="field-part">
      {text(key === 'if' ? 'dynamicForm.thenIs' : 'dynamicForm.otherwise')}
      <Select
        label={text(key === 'if' ? 'dynamicForm.thenIs' : 'dynamicForm.otherwise')}
        all={false}
        value={String(condition[key] ?? 0)}
        options={(['0', '1', '2'] as const).map((value) => ({ value, label: text(`dynamicForm.require${value}`) }))}
        onChange={(value) => onChange({ ...condition, [key]: Number(value) })}
      />
    </div>
  )
  return (
    <>
      <div className="field-part">
        {text('dynamicForm.condition')}
        <Select
          label={text('dynamicForm.condition')}
          all={false}
          value={condition.field}
          options={[...new Set([condition.field, ...others])].map((value) => ({ value, label: value || '-' }))}
          onChange={(field) => onChange({ ...condition, field })}
        />
      </div>
      <label>
        {text('dynamicForm.equals')}
        <input
          className="input"
          value={String(condition.value ?? '')}
          onChange={(event) => onChange({ ...condition, value: event.target.value })}
        />
      </label>
      {outcome('if')}
      {outcome('else')}
    </>
  )
}
