import { Form, Input } from 'antd'
import { useText } from '../i18n/i18n.ts'
import { inSentence } from '../i18n/in-sentence.ts'
import { type FieldProps, type Option, SelectField } from './fields.tsx'
import { rules } from './rules.ts'

const otherValue = 'OTHER'

/** A choice whose last entry is "other": choosing it asks for the words, kept beside it as `{name}Other`. */
export function SelectOtherField({ options, ...field }: FieldProps & { name: string; options: readonly Option[] }) {
  const text = useText()
  const form = Form.useFormInstance()
  const chosen = Form.useWatch(field.name, form)
  const otherName = `${field.name}Other`
  const entries = options.some((one) => one.value === otherValue)
    ? options
    : [...options, { value: otherValue, label: text('form.other') }]
  return (
    <div className={`span-${field.span ?? 1} select-other`}>
      <SelectField
        {...field}
        options={entries}
        onChange={(value) => {
          // Words typed for another choice must not come back.
          if (value !== otherValue) form.setFieldValue(otherName, undefined)
        }}
      />
      {chosen === otherValue && (
        <Form.Item name={otherName} rules={field.required ? [rules.required(field.label)] : []} validateFirst>
          <Input
            aria-label={`${field.label} ${text('form.other')}`}
            maxLength={500}
            disabled={field.disabled}
            placeholder={text('common.input', { label: inSentence(field.label) })}
          />
        </Form.Item>
      )}
    </div>
  )
}
