import type { TradingRole } from '@usance/wire/company/calls'
import { useText } from '../i18n/i18n.ts'
import { Field, type FieldProps } from './fields.tsx'
import { SearchSelect } from './search-select.tsx'
import { partySource } from './search-sources.ts'

/** Finds a company that configuration names, by name or code. The value is its id; the name of one that stands there is asked for. */
export function PartyField({ of: role, disabled, ...field }: FieldProps & { of: TradingRole }) {
  const text = useText()
  return (
    <Field kind="select" {...field}>
      <SearchSelect source={partySource(role)} disabled={disabled} placeholder={text('form.companySearch')} />
    </Field>
  )
}
