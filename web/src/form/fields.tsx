import { Form, type FormItemProps, type FormRule, Input, Radio, Select } from 'antd'
import type { ReactNode } from 'react'
import { t, useText } from '../i18n/i18n.ts'
import { DateInput } from '../ui/date-input.tsx'
import { isoScale } from '../ui/format.ts'
import { acceptTyped, type NumberLimits, settleNumber, showNumber } from './number-input.ts'
import { rules } from './rules.ts'
import { useTyping } from './use-typing.ts'

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
}: FieldProps & { kind?: 'input' | 'select'; mark?: boolean; children: ReactNode }) {
  return (
    <Form.Item
      name={name}
      label={label}
      extra={help}
      required={mark}
      validateFirst
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
  return (
    <Field {...field}>
      <Input
        disabled={disabled}
        maxLength={maxLength}
        placeholder={placeholder ?? text('common.input', { label: field.label })}
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
        placeholder={text('common.input', { label: field.label })}
      />
    </Field>
  )
}

type NumberBoxProps = NumberLimits & {
  value?: string
  onChange?: (value: string) => void
  disabled?: boolean
  suffix?: ReactNode
  id?: string
  placeholder?: string
  /** Told the settled figure on leaving the field. */
  onSettle?: (value: string) => void
  /** Commas between groups of three while nobody types; on unless switched off. */
  grouped?: boolean
}

/** Figures as text: checked while typing, clamped and cut on leaving, grouped while nobody types. */
export function NumberBox({
  value,
  onChange,
  disabled,
  suffix,
  id,
  placeholder,
  onSettle,
  grouped = true,
  ...limits
}: NumberBoxProps) {
  const { typing, begin, end } = useTyping()
  return (
    <Input
      id={id}
      className="number-box"
      inputMode="decimal"
      disabled={disabled}
      suffix={suffix}
      placeholder={placeholder}
      value={typing || !grouped ? (value ?? '') : showNumber(value ?? '')}
      onFocus={begin}
      onChange={(event) => {
        const accepted = acceptTyped(event.target.value, limits)
        if (accepted !== undefined) onChange?.(accepted)
      }}
      onBlur={() => {
        end()
        const settled = settleNumber(value ?? '', limits)
        onChange?.(settled)
        onSettle?.(settled)
      }}
    />
  )
}

/** An amount in its currency: as many decimals as the currency has. */
export function AmountField({
  currency,
  disabled,
  min,
  max,
  ...field
}: FieldProps & { currency?: string } & Pick<NumberLimits, 'min' | 'max'>) {
  const scale = isoScale(currency)
  return (
    <Field {...field} rules={[rules.amount(currency), ...(field.required ? [rules.moreThan('0')] : []), ...(field.rules ?? [])]}>
      <NumberBox
        disabled={disabled}
        placeholder={t('common.input', { label: field.label })}
        min={min}
        max={max}
        maxlength={15 + scale}
        decimalLength={scale}
        maxPrecision={scale}
        minPrecision={scale}
        suffix={currency && <span className="muted">{currency}</span>}
      />
    </Field>
  )
}

/** 0 to 100 with two decimals; 12.5 means 12.5 %. */
export function PercentField({ disabled, ...field }: FieldProps) {
  return (
    <Field {...field} rules={[rules.percent(), ...(field.rules ?? [])]}>
      <NumberBox
        disabled={disabled}
        placeholder={t('common.input', { label: field.label })}
        max="100"
        maxlength={5}
        decimalLength={2}
        suffix={<span className="muted">%</span>}
      />
    </Field>
  )
}

export function NumberField({
  disabled,
  suffix,
  placeholder,
  min,
  max,
  maxlength,
  decimalLength,
  minPrecision,
  maxPrecision,
  onSettle,
  grouped,
  ...field
}: FieldProps & NumberLimits & Pick<NumberBoxProps, 'suffix' | 'placeholder' | 'onSettle' | 'grouped'>) {
  return (
    <Field {...field}>
      <NumberBox
        disabled={disabled}
        suffix={suffix}
        placeholder={placeholder ?? t('common.input', { label: field.label })}
        min={min}
        max={max}
        maxlength={maxlength}
        decimalLength={decimalLength}
        minPrecision={minPrecision}
        maxPrecision={maxPrecision}
        onSettle={onSettle}
        grouped={grouped}
      />
    </Field>
  )
}

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
      onPick={(day) => onChange?.(day)}
      onClear={() => onChange?.(undefined)}
    />
  )
}

/** A calendar day, kept as YYYY-MM-DD. `isDisabled` closes days, say holidays. */
export function DateField({ disabled, isDisabled, ...field }: FieldProps & { isDisabled?: (day: string) => boolean }) {
  return (
    <Field kind="select" {...field}>
      <DateBox label={field.label} disabled={disabled} isDisabled={isDisabled} />
    </Field>
  )
}

export type Option = { value: string; label: string; disabled?: boolean }
export function SelectField({
  options,
  disabled,
  multiple,
  loading,
  onChange,
  ...field
}: FieldProps & { options: readonly Option[]; multiple?: boolean; loading?: boolean; onChange?: (value: any) => void }) {
  const text = useText()
  return (
    <Field kind="select" {...field}>
      <Select
        options={options as Option[]}
        disabled={disabled}
        loading={loading}
        mode={multiple ? 'multiple' : undefined}
        allowClear={!field.required}
        showSearch={options.length > 8 ? { optionFilterProp: 'label' } : false}
        placeholder={text('common.select', { label: field.label })}
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
  ...field
}: FieldProps & { options: readonly Option[]; clearable?: boolean }) {
  return (
    <Field kind="select" {...field}>
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
