import { type NumberKind, shapeOf } from '@usance/domain/number-kind'
import { Form, type FormItemProps, type FormRule, Input, Radio, Select } from 'antd'
import type { ReactNode } from 'react'
import { t, useText } from '../i18n/i18n.ts'
import { inSentence } from '../i18n/in-sentence.ts'
import { type Asked, NotAnswered } from '../ui/answered.tsx'
import { DateInput } from '../ui/date-input.tsx'
import type { NumberLimits } from './number-input.ts'
import { rules } from './rules.ts'
import { useNumberTyping } from './use-number-typing.ts'

export type FieldProps = {
  name: FormItemProps['name']
  label: string
  required?: boolean
  rules?: FormRule[]
  disabled?: boolean
  help?: ReactNode
  /** 1 to 3 of the three columns. */
  span?: 1 | 2 | 3
}

/** The triggers of a rule beside each change, such as leaving the field. A field runs a rule only on triggers of its own. */
const triggersOf = (rule: FormRule): string[] =>
  typeof rule === 'function' || rule.validateTrigger === undefined ? [] : [rule.validateTrigger].flat()

/** A labelled place in a form, with its rules; errors stand below it. */
export function Field({
  name,
  label,
  required,
  rules: more = [],
  help,
  span = 1,
  kind = 'input',
  mark,
  children,
}: FieldProps & {
  kind?: 'input' | 'select'
  mark?: boolean
  children: ReactNode
}) {
  return (
    <Form.Item
      name={name}
      label={label}
      extra={help}
      required={mark}
      validateFirst
      validateTrigger={['onChange', ...more.flatMap(triggersOf)]}
      className={`span-${span}`}
      rules={[...(required ? [rules.required(label, kind)] : []), ...more]}
    >
      {children}
    </Form.Item>
  )
}

export function TextField({
  disabled,
  placeholder,
  maxLength = 200,
  ...field
}: FieldProps & { placeholder?: string; maxLength?: number }) {
  const text = useText()
  // What is too long stays as it was pasted, and is told: a text that was cut would be sent as if it were all.
  return (
    <Field {...field} rules={[...(field.rules ?? []), rules.maxLength(maxLength)]}>
      <Input
        disabled={disabled}
        placeholder={placeholder ?? text('common.input', { label: inSentence(field.label) })}
        autoComplete="off"
      />
    </Field>
  )
}

/** Free text of three lines with a count. */
export function RemarkField({
  disabled,
  maxLength = 500,
  rows = 3,
  ...field
}: FieldProps & { maxLength?: number; rows?: number }) {
  const text = useText()
  return (
    <Field span={3} {...field}>
      <Input.TextArea
        rows={rows}
        disabled={disabled}
        maxLength={maxLength}
        showCount
        placeholder={text('common.input', { label: inSentence(field.label) })}
      />
    </Field>
  )
}

type NumberBoxProps = NumberLimits & {
  value?: string
  onChange?: (value: string) => void
  /** Called when the field is left, after the figure is settled. */
  onBlur?: () => void
  disabled?: boolean
  suffix?: ReactNode
  id?: string
  label?: string
  placeholder?: string
  /** No form shows the fault of a text below it, so the field does it. */
  alone?: boolean
  /** Called with the figure at each key; empty while the text is no figure. */
  onFigure?: (value: string) => void
  /** Commas between groups of three while nobody types; on unless switched off. */
  grouped?: boolean
}

/** A typed figure of a kind: the text stays as typed until the field is left, then shows the figure as read, grouped. */
export function NumberBox({ disabled, suffix, id, label, placeholder, onBlur, alone, ...box }: NumberBoxProps) {
  const { shown, note, refusal, typing, ...events } = useNumberTyping(box)
  const fault = alone && !typing ? refusal : ''
  return (
    <>
      <Input
        id={id}
        className="number-box"
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        status={fault ? 'error' : ''}
        disabled={disabled}
        suffix={suffix}
        placeholder={placeholder}
        value={shown}
        onFocus={events.onFocus}
        onChange={(event) => events.onType(event.target.value)}
        onBlur={() => {
          events.onLeave()
          onBlur?.()
        }}
      />
      {(note || fault) && (
        <span className={note ? 'number-note' : 'number-note is-fault'} role="status">
          {note || fault}
        </span>
      )}
    </>
  )
}

/** A figure of a form. Its kind defines decimals and units; a text that is no figure shows its fault below the field. */
export function NumberField({
  disabled,
  suffix,
  placeholder,
  kind,
  min,
  max,
  onFigure,
  grouped,
  ...field
}: FieldProps & NumberLimits & Pick<NumberBoxProps, 'suffix' | 'placeholder' | 'onFigure' | 'grouped'>) {
  return (
    <Field {...field} rules={[rules.figure({ kind, min, max }), ...(field.rules ?? [])]}>
      <NumberBox
        disabled={disabled}
        suffix={suffix ?? unitOf(kind)}
        placeholder={placeholder ?? t('common.input', { label: inSentence(field.label) })}
        kind={kind}
        min={min}
        max={max}
        onFigure={onFigure}
        grouped={grouped}
      />
    </Field>
  )
}

const unitOf = (kind: NumberKind): ReactNode => {
  const unit = typeof kind === 'object' ? kind.money : kind === 'feeValue' ? undefined : shapeOf(kind).units[0]
  return unit === undefined || kind === 'days' ? undefined : <span className="muted">{unit}</span>
}

/** An amount in its currency: as many decimals as the currency has. */
export function AmountField({
  currency,
  ...field
}: FieldProps & { currency?: string | undefined } & Pick<NumberLimits, 'min' | 'max'>) {
  return (
    <NumberField
      {...field}
      kind={{ money: currency }}
      rules={[...(field.required ? [rules.moreThan('0')] : []), ...(field.rules ?? [])]}
    />
  )
}

/** 0 to 100 with two decimals; 12.5 means 12.5 %. */
export const PercentField = (field: FieldProps) => <NumberField {...field} kind="percent" />

function DateBox({
  value,
  onChange,
  label,
  disabled,
  isDisabled,
  id,
}: {
  value?: string
  onChange?: (value: string | undefined) => void
  label: string
  disabled?: boolean
  isDisabled?: (day: string) => boolean
  id?: string
}) {
  const { status } = Form.Item.useStatus()
  return (
    <DateInput
      invalid={status === 'error'}
      id={id}
      value={value}
      label={label}
      disabled={disabled}
      isDisabled={isDisabled}
      inForm
      onPick={(day) => onChange?.(day)}
      onClear={() => onChange?.(undefined)}
      onFault={(text) => onChange?.(text)}
    />
  )
}

/** A calendar day, kept as YYYY-MM-DD. `isDisabled` closes days, say holidays. */
export function DateField({ disabled, isDisabled, ...field }: FieldProps & { isDisabled?: (day: string) => boolean }) {
  return (
    <Field kind="select" {...field} rules={[rules.day(isDisabled), ...(field.rules ?? [])]}>
      <DateBox label={field.label} disabled={disabled} isDisabled={isDisabled} />
    </Field>
  )
}

/** The text below a choice: the failure of its question, then its help. */
const helpWith = (help: ReactNode, question: Asked<unknown> | undefined): ReactNode =>
  question?.isLoadingError ? (
    <>
      <NotAnswered question={question} /> {help}
    </>
  ) : (
    help
  )

export type Option = { value: string; label: string; disabled?: boolean }
export function SelectField({
  options,
  disabled,
  multiple,
  most,
  loading,
  question,
  onChange,
  ...field
}: FieldProps & {
  options: readonly Option[]
  multiple?: boolean
  /** How many may be chosen; the field says so when it offers more. */
  most?: number
  loading?: boolean
  /** The question that brings the options. Its failure stands below the field, with a way to try again. */
  question?: Asked<unknown>
  onChange?: (value: string | string[]) => void
}) {
  const text = useText()
  const isBounded = multiple && most !== undefined && options.length > most
  return (
    <Field kind="select" {...field} help={helpWith(isBounded ? text('form.atMost', { most }) : field.help, question)}>
      <Select
        options={options as Option[]}
        disabled={disabled}
        loading={loading}
        mode={multiple ? 'multiple' : undefined}
        maxCount={isBounded ? most : undefined}
        allowClear={!field.required}
        showSearch={{ optionFilterProp: 'label' }}
        notFoundContent={question?.isLoadingError ? text('common.error.load') : undefined}
        placeholder={text('common.select', { label: inSentence(field.label) })}
        onChange={onChange}
      />
    </Field>
  )
}

/** A choice of one in sight. With `clearable`, choosing the chosen one again clears it. */
export function RadioField({
  options,
  disabled,
  clearable,
  question,
  ...field
}: FieldProps & { options: readonly Option[]; clearable?: boolean; question?: Asked<unknown> }) {
  return (
    <Field kind="select" {...field} help={helpWith(field.help, question)}>
      <RadioBox options={options} disabled={disabled} clearable={clearable} />
    </Field>
  )
}

function RadioBox({
  value,
  onChange,
  options,
  disabled,
  clearable,
  id,
}: {
  value?: string
  onChange?: (value: string | undefined) => void
  options: readonly Option[]
  disabled?: boolean
  clearable?: boolean
  id?: string
}) {
  return (
    <Radio.Group id={id} value={value ?? null} disabled={disabled} onChange={(event) => onChange?.(event.target.value)}>
      {options.map((option) => (
        <Radio
          key={option.value}
          value={option.value}
          disabled={option.disabled}
          onClick={() => clearable && value === option.value && onChange?.(undefined)}
        >
          {option.label}
        </Radio>
      ))}
    </Radio.Group>
  )
}
