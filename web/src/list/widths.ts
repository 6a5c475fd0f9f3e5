import type { AnyTable, Column } from '@usance/wire/list'
import { choiceText, titleOf } from './titles.ts'

/** Pixels of a column that declares no width. */
const defaultWidth = 180
export const selectionWidth = 40
export const actionWidth = 120
/** Pixels a list takes at least, unless its declaration says why it fits in less. */
export const genericScrollWidth = 2200
/** The height of a table before the window is measured. */
export const defaultTableHeight = 400

/** The width of the sequence column: a config-driven list has longer numbers, a summary in English a longer word. */
export const sequenceWidth = (options: { summary?: boolean; language?: string; configured?: boolean } = {}): number =>
  options.configured ? 110 : options.summary && options.language !== 'zh-CN' ? 85 : 60

/** The scroll width of a table: its columns, 180 for one without width, plus 10. */
export const scrollWidth = (widths: readonly (number | undefined)[]): number =>
  widths.reduce<number>((sum, width) => sum + (width ?? defaultWidth), 0) + 10

/** Pixels of a column, the same for each kind of value when it declares none. */
export const widthOf = (column: Column): number => column.width ?? defaultWidth

/** Pixels of letters in the small size, a little more than they take: Chinese ones are square. */
const letters = (text: string): number => [...text].reduce((sum, one) => sum + (one > '\u2e7f' ? 12.5 : 6.4), 0)
const cellPadding = 24
const sortMark = 14
const filterMark = 24
/** Shape, gap and padding of a status tag. */
const tagFrame = 30
const mostGrown = 260

/**
 * Pixels a column takes: what it declares, or what its title and the longest of its statuses need to be read in full in the
 * reader's language.
 */
export function shownWidth(list: AnyTable, name: string, column: Column, hasFilter = false): number {
  const title = letters(titleOf(list, name)) + (column.sort ? sortMark : 0) + (hasFilter ? filterMark : 0)
  const choices = column.several ? [] : (column.choices ?? []).map((one) => letters(choiceText(list, name, one)) + tagFrame)
  const needed = Math.ceil(Math.max(title, ...choices) + cellPadding)
  return Math.max(widthOf(column), Math.min(needed, mostGrown))
}
