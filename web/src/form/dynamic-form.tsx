import { useQuery } from '@tanstack/react-query'
import { type FieldConfig, labelIn, type ResolvedField, resolveFields, shownValues } from '@usance/domain/dynamic-form'
import { dynamicFormCalls } from '@usance/wire/dynamic-form/calls'
import { Form, type FormInstance, type FormRule } from 'antd'
import { useEffect, useRef } from 'react'
import { send } from '../http/client.ts'
import { hasText, t, useText } from '../i18n/i18n.ts'
import { language } from '../i18n/language.ts'
import { useDictionary } from './dictionary.ts'
import {
  AmountField,
  DateField,
  type FieldProps,
  NumberField,
  PercentField,
  RadioField,
  RemarkField,
  SelectField,
  TextField,
} from './fields.tsx'
import { FormGrid } from './form-grid.tsx'
import { rules } from './rules.ts'
import { CompanyField, CountryField } from './search-fields.tsx'
import { UploadField } from './upload-field.tsx'

/** The stored fields of a form. */
export const useFormConfig = (name: string) =>
  useQuery({
    queryKey: ['formConfig', name],
    queryFn: () => send(dynamicFormCalls.config, { query: { name } }),
    select: (form) => form.fields,
  })

/** The words of a label: a text of its own, or the key of one. */
const wordsOfLabel = (field: Pick<FieldConfig, 'label' | 'name'>): string => {
  const words = labelIn(field.label, language())
  return /^[\w-]+(\.[\w-]+)+$/.test(words) && hasText(words) ? t(words) : words || field.name
}

const told = new Set<string>()
/** A condition that cannot be evaluated is logged once and counts as false. */
const fault = (message: string) => {
  if (told.has(message)) return
  told.add(message)
  console.error(message)
}

const named: Record<string, () => FormRule> = {
  email: rules.email,
  url: rules.url,
  integer: rules.integer,
  natural: rules.natural,
  positiveInteger: rules.positiveInteger,
  percent: rules.percent,
  amount: rules.amount,
  amountJPY: rules.amountJpy,
  accountName: rules.accountName,
}
const rulesOf = (field: ResolvedField): FormRule[] => [
  ...(field.rules ?? []).flatMap((name) => {
    if (Object.hasOwn(named, name)) return [named[name]!()]
    fault(`Unknown directive: ${name} of the field ${field.name}`)
    return []
  }),
  ...(field.maxlength ? [rules.maxLength(field.maxlength)] : []),
]

/** The fields of a configuration inside a form, following the values typed. Hidden ones are not there. `under` is the name
 *  of the form's value that holds theirs, in a form that has others too. */
export function DynamicFields({ fields, form, under }: { fields: readonly FieldConfig[]; form: FormInstance; under?: string }) {
  useText()
  const all: Record<string, unknown> = Form.useWatch((values) => values, form) ?? {}
  const values = under ? recordOf(all[under]) : all
  const shown = resolveFields(fields, values, fault).filter((field) => field.require !== 2)
  const defaults = JSON.stringify(shown.map(({ name, value }) => [name, value]))
  // A field takes its default when it appears or when its default changes; one that the user has cleared stays empty.
  const given = useRef<ReadonlyMap<string, string | null>>(new Map())
  useEffect(() => {
    const now = new Map(JSON.parse(defaults) as [string, string | null][])
    for (const [name, value] of now)
      if (value !== null && given.current.get(name) !== value && form.getFieldValue(placeOf(name, under)) === undefined)
        form.setFieldValue(placeOf(name, under), value)
    given.current = now
  }, [defaults, form, under])
  return (
    <FormGrid>
      {shown.map((field) => (
        <DynamicField key={field.name} field={field} values={values} under={under} />
      ))}
    </FormGrid>
  )
}

const recordOf = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? { ...value } : {})
const placeOf = (name: string, under?: string) => (under ? [under, name] : name)

function DynamicField({
  field,
  values,
  under,
}: {
  field: ResolvedField
  values: Record<string, unknown>
  under: string | undefined
}) {
  const dictionary = useDictionary(field.options?.length ? undefined : field.dictName)
  const options =
    field.options?.map(({ value, label }) => ({ value, label: labelIn(label, language()) || value })) ?? dictionary.options
  const common = {
    name: placeOf(field.name, under),
    label: wordsOfLabel(field),
    required: field.require === 1,
    disabled: !field.editable,
    rules: rulesOf(field),
  }
  const currency =
    field.currency && (/^[A-Z]{3}$/.test(field.currency) ? field.currency : (values[field.currency] as string | undefined))
  switch (field.type) {
    case 'textarea':
      return <RemarkField {...common} maxLength={field.maxlength ?? 500} />
    case 'number':
      return <NumberField {...common} kind="quantity" min={null} />
    case 'amount':
      return <AmountField {...common} currency={currency || undefined} />
    case 'percent':
      return <PercentField {...common} />
    case 'date':
      return <DateField {...common} />
    case 'select':
      return <SelectField {...common} options={options} question={dictionary.question} />
    case 'radio':
      return <RadioField {...common} options={options} question={dictionary.question} clearable={!common.required} />
    case 'boolean':
      return (
        <RadioField
          {...common}
          options={[
            { value: '1', label: t('common.yes') },
            { value: '0', label: t('common.no') },
          ]}
        />
      )
    case 'country':
      return <CountryField {...common} />
    case 'area':
      return <AreaField {...common} country={String(values[field.fromCountry ?? ''] ?? '')} area={values[field.name]} />
    case 'company':
      return <CompanyField {...common} />
    case 'attachment':
      return <UploadField {...common} />
    default:
      // A type nobody knows is a plain input, so that a newer configuration can still be filled in.
      return <TextField {...common} maxLength={field.maxlength} />
  }
}

/** An area of the chosen country. Another country clears it, unless a new area comes with the country. */
function AreaField({ country, area, ...field }: FieldProps & { country: string; area: unknown }) {
  const form = Form.useFormInstance()
  const before = useRef({ country, area })
  const { name } = field
  useEffect(() => {
    const was = before.current
    before.current = { country, area }
    if (country !== was.country && area !== undefined && area === was.area) form.setFieldValue(name, undefined)
  }, [country, area, form, name])
  return <CountryField key={country} {...field} parentCode={country || undefined} />
}

/** A whole form from stored fields. Only what is shown is handed on. */
export function DynamicForm({
  fields,
  form,
  initialValues,
  onSubmit,
  children,
}: {
  fields: readonly FieldConfig[]
  form: FormInstance
  initialValues?: Record<string, unknown>
  onSubmit: (values: Record<string, unknown>) => void
  children?: React.ReactNode
}) {
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark
      initialValues={initialValues}
      scrollToFirstError={{ behavior: 'smooth', block: 'center' }}
      onFinish={(values) => onSubmit(shownValues(fields, values))}
    >
      <DynamicFields fields={fields} form={form} />
      {children}
    </Form>
  )
}
