import { Field, type FieldProps } from './fields.tsx'
import { SearchSelect, type SearchSource } from './search-select.tsx'
import {
  type Area,
  type Bank,
  bankSource,
  countrySource,
  type Product,
  productSource,
  type Template,
  templateSource,
} from './search-sources.ts'

type Props<T> = FieldProps & { initial?: T; onPick?: (row: T | undefined) => void }

/** A searching select as a form field. */
export function SearchField<T>({ source, initial, onPick, disabled, ...field }: Props<T> & { source: SearchSource<T> }) {
  return (
    <Field kind="select" {...field}>
      <SearchSelect source={source} initial={initial} onPick={onPick} disabled={disabled} />
    </Field>
  )
}
/** A country, or an area of `parentCode`. The value is its code. */
export const CountryField = ({ parentCode, ...rest }: Props<Area> & { parentCode?: string }) => (
  <SearchField {...rest} source={countrySource(parentCode)} />
)
/** A contract template; the value is its id. */
export const TemplateField = (props: Props<Template>) => <SearchField {...props} source={templateSource} />
/** A financing product; the value is its id. */
export const ProductField = (props: Props<Product>) => <SearchField {...props} source={productSource} />
/** A bank; the value is its SWIFT code. */
export const BankField = (props: Props<Bank>) => <SearchField {...props} source={bankSource} />
