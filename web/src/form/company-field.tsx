import type { TradingRole } from '@usance/wire/company/calls'
import { useText } from '../i18n/i18n.ts'
import type { FieldProps } from './fields.tsx'
import { Field } from './fields.tsx'
import { SearchSelect } from './search-select.tsx'
import { type Company, companySource } from './search-sources.ts'

/** Finds a company by name or code, 350 ms after the last key; more rows come while scrolling. The value is its code. */
export function CompanyField({
  role,
  disabled,
  extra,
  initial,
  onPick,
  ...field
}: FieldProps & {
  role?: TradingRole
  extra?: Record<string, unknown>
  initial?: Company
  onPick?: (company: Company | undefined) => void
}) {
  const text = useText()
  return (
    <Field kind="select" {...field}>
      <SearchSelect
        source={companySource(role, extra)}
        initial={initial}
        disabled={disabled}
        onPick={onPick}
        placeholder={text('form.companySearch')}
      />
    </Field>
  )
}
