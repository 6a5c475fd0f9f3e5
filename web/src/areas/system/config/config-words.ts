import type { ChangeRow } from '@usance/wire/config-change/answers'
import { hasText, useText } from '../../../i18n/i18n.ts'
import { compareDecimals, parseDecimal, shortDecimal } from '../../../ui/decimal.ts'
import { dash, formatDate, formatExact } from '../../../ui/format.ts'
import { choiceWord } from './choices.ts'

const isNothing = (value: unknown) => value === null || value === undefined || value === ''

/** Whether two values of a configuration are the same; "10.0000" is 10. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (isNothing(a) || isNothing(b)) return isNothing(a) && isNothing(b)
  const [one, other] = [String(a), String(b)]
  return (
    one === other || (parseDecimal(one) !== undefined && parseDecimal(other) !== undefined && compareDecimals(one, other) === 0)
  )
}

/** How the fields and values of changes of configuration read; `names` are the companies and products that ids stand for. */
export function useConfigWords({ names }: Pick<ChangeRow, 'names'>) {
  const text = useText()
  const label = (field: string): string => (hasText(`staff.field.${field}`) ? text.of('staff.field', field) : field)
  const word = (field: string, value: unknown): string => {
    if (isNothing(value)) return dash
    if (typeof value === 'boolean') return text(value ? 'staff.yes' : 'staff.noWord')
    const plain = String(value)
    if (names[plain]) return names[plain]
    if (/^\d{4}-\d{2}-\d{2}$/.test(plain)) return formatDate(plain)
    if (field === 'status') return text.of('staff.onOff', plain)
    // With every decimal it has: who decides passes what is shown.
    if (/amount$/i.test(field)) return formatExact(plain, 0)
    if (/^-?\d+\.\d+$/.test(plain)) return shortDecimal(plain)
    return /^[A-Z][A-Z_]+$/.test(plain) ? choiceWord(text, field, plain) : plain
  }
  return { label, word }
}
