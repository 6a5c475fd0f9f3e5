import { useQuery } from '@tanstack/react-query'
import type { TradingRole } from '@usance/wire/company/calls'
import { AutoComplete, Form, Input } from 'antd'
import { useText } from '../i18n/i18n.ts'
import { debounces, useDebounced } from '../list/appended.ts'
import { countryName } from '../ui/format.ts'
import { Field, type FieldProps } from './fields.tsx'
import { SearchSelect, type SearchSource } from './search-select.tsx'
import {
  type Area,
  type Bank,
  bankSource,
  type Company,
  companySource,
  countrySource,
  type Product,
  partySource,
  productSource,
} from './search-sources.ts'

type Props<T> = FieldProps & { initial?: T; onPick?: (row: T | undefined) => void }
type Searched<T> = Props<T> & { source: SearchSource<T>; placeholder?: string }

/** A searching select as a form field. */
function SearchField<T>({ source, initial, onPick, disabled, placeholder, ...field }: Searched<T>) {
  return (
    <Field kind="select" {...field}>
      <SearchSelect source={source} initial={initial} onPick={onPick} disabled={disabled} placeholder={placeholder} />
    </Field>
  )
}
/** A company. The value is its code. */
export function CompanyField({ role, extra, ...rest }: Props<Company> & { role?: TradingRole; extra?: Record<string, unknown> }) {
  const text = useText()
  return <SearchField {...rest} source={companySource(role, extra)} placeholder={text('form.companySearch')} />
}
/** A company that configuration names. The value is its id; the name of one that stands there already is loaded. */
export function PartyField({ of: role, ...rest }: FieldProps & { of: TradingRole }) {
  const text = useText()
  return <SearchField {...rest} source={partySource(role)} placeholder={text('form.companySearch')} />
}
/** A country, or an area of `parentCode`. The value is its code; a country that stands there already is shown by its name. */
export function CountryField({ parentCode, ...rest }: Props<Area> & { parentCode?: string | undefined }) {
  const code: unknown = Form.useWatch(rest.name)
  const standing = typeof code === 'string' && code !== '' && parentCode === undefined ? countryOf(code) : undefined
  return <SearchField initial={standing} {...rest} source={countrySource(parentCode)} />
}
const countryOf = (code: string): Area => ({ code, nameEn: countryName(code), nameCn: countryName(code), parentCode: null })
/** A financing product; the value is its id. */
export const ProductField = (props: Props<Product>) => <SearchField {...props} source={productSource} />

/**
 * The code of a bank (SWIFT or BIC): typed freely, or found by the bank's name or code while typing. A bank that is picked is
 * handed to `onPick`.
 */
export function BankCodeField({ onPick, disabled, ...field }: FieldProps & { onPick?: (bank: Bank) => void }) {
  return (
    <Field {...field}>
      <BankCodeBox onPick={onPick} disabled={disabled} />
    </Field>
  )
}

function BankCodeBox({
  value = '',
  onChange,
  onPick,
  id,
  disabled,
  ...rest
}: {
  value?: string
  onChange?: (value: string) => void
  onPick: ((bank: Bank) => void) | undefined
  id?: string
  disabled: boolean | undefined
}) {
  const text = useText()
  const asked = useDebounced(value.trim(), debounces.bank)
  const found = useQuery({
    queryKey: [...bankSource.key, asked],
    queryFn: ({ signal }) => bankSource.search(asked, 1, 20, signal),
    enabled: asked.length >= 2,
    // What cannot be looked up can still be typed.
    retry: false,
  })
  // A failed lookup shows no banks of an earlier one.
  const banks = found.isError ? [] : (found.data?.rows ?? [])
  return (
    <AutoComplete
      {...rest}
      id={id}
      value={value}
      disabled={disabled}
      options={banks.map(bankSource.optionOf)}
      onChange={(typed: string) => onChange?.(typed)}
      onSelect={(code: string) => {
        const bank = banks.find((one) => one.swiftCode === code)
        if (bank) onPick?.(bank)
      }}
    >
      <Input maxLength={80} placeholder={text('form.bankHint')} autoComplete="off" />
    </AutoComplete>
  )
}
