import type { NumberKind } from '@usance/domain/number-kind'
import type { Column } from '@usance/wire/list'
import { type NumberLimits, nearestFigure } from '../form/number-input.ts'
import { compareDecimals, shortDecimal } from '../ui/decimal.ts'
import type { Draft } from './draft.ts'
import { monthOf } from './month.ts'

const kinds: Partial<Record<Column['kind'], NumberKind>> = { money: { money: undefined }, percent: 'rate', number: 'count' }

/** The limits of a condition on a column of figures: nothing below zero unless the column allows it. */
export const limitsOf = (column: Column): NumberLimits => ({
  kind: kinds[column.kind] ?? 'count',
  min: column.negative ? null : '0',
})

const textOf = (value: string | string[] | undefined): string => (Array.isArray(value) ? value.join(', ') : (value ?? ''))

/**
 * A draft's conditions on figures in the form of the call: the nearest figures of their kinds, "to" never below "from". Undefined while a text is no
 * figure: its field shows the reason.
 */
export function soundFigures(columns: readonly (readonly [string, Column])[], draft: Draft): Draft | undefined {
  const sound: Draft = { ...draft }
  for (const [name, column] of columns) {
    if (!(column.kind in kinds)) continue
    const limits = limitsOf(column)
    for (const edge of ['Begin', 'End']) {
      const typed = textOf(draft[`${name}${edge}`])
      if (typed.trim() === '') continue
      const figure = nearestFigure(typed, limits)
      if (figure === '') return undefined
      sound[`${name}${edge}`] = shortDecimal(figure)
    }
    const [from, to] = [textOf(sound[`${name}Begin`]), textOf(sound[`${name}End`])]
    if (from.trim() && to.trim() && compareDecimals(to, from) < 0) sound[`${name}End`] = from
  }
  return sound
}

/** A draft's conditions on months as YYYY-MM; what is no month is no condition. */
export function soundMonths(columns: readonly (readonly [string, Column])[], draft: Draft): Draft {
  const sound: Draft = { ...draft }
  for (const [name, column] of columns)
    if (column.month)
      for (const edge of ['Begin', 'End']) sound[`${name}${edge}`] = monthOf(textOf(draft[`${name}${edge}`])) ?? ''
  return sound
}
