import type { Column } from '@usance/wire/list'
import type { Draft } from './draft.ts'

/** The most numbers that one condition takes. */
export const mostNumbers = 200

/** The numbers in a text as people copy them: from a column or a row of a sheet, from a mail. Each of them once. */
export const numbersIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n\r\t,;，；、]+/)
      .map((number) => number.trim())
      .filter(Boolean),
  ),
]

/** A condition of these numbers: one alone is a text, which is found within others too. */
export const conditionOf = (numbers: readonly string[]): string | string[] =>
  numbers.length > 1 ? numbers.slice(0, mostNumbers) : (numbers[0] ?? '')

/** A draft's conditions on numbers, of which several may be written into one field. */
export function soundNumbers(columns: readonly (readonly [string, Column])[], draft: Draft): Draft {
  const sound: Draft = { ...draft }
  for (const [name, column] of columns) {
    const typed = draft[name]
    if (column.isNumber && typed !== undefined) sound[name] = conditionOf(numbersIn([typed].flat().join(', ')))
  }
  return sound
}
