import { scaleOf } from '../currencies.ts'
import { formatAmount } from '../format-amount.ts'
import * as M from '../money.ts'

/** An amount as the database keeps it. A law also tells of one with more decimals than its currency has. */
type Stored = { readonly stored: string }
type Value = bigint | Stored | string | number | undefined

/**
 * A tag for the words in which a law says what is broken: a bigint is minor units of the currency and is written as people write
 * amounts, like what is stored. Names and counts stay as they are.
 */
export const amountsIn =
  (currency: string) =>
  ([first = '', ...texts]: TemplateStringsArray, ...values: readonly Value[]): string =>
    texts.reduce((all, text, index) => all + words(values[index], currency) + text, first)

function words(value: Value, currency: string): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'bigint') return formatAmount(M.toDecimal(M.money(value, currency)), currency)
  if (typeof value !== 'object') return String(value)
  const [whole = '0', part = ''] = value.stored.split('.')
  const scale = scaleOf(currency)
  const decimals = part.slice(0, scale).padEnd(scale, '0') + part.slice(scale).replace(/0+$/, '')
  return formatAmount(decimals ? `${whole}.${decimals}` : whole, currency)
}
