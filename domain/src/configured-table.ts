import type { FieldConfig } from './dynamic-form.ts'

/** How a column stands in a configured table: for good, at first, only when a reader chooses it, or not at all. */
export const showings = ['ALWAYS', 'SHOWN', 'OFFERED', 'HIDDEN'] as const
export type Showing = (typeof showings)[number]
type ColumnConfig = Pick<FieldConfig, 'name' | 'orderBy' | 'require' | 'shown'>

/** What a stored column says about itself; a condition says nothing, because a table has no values to compare. */
export const showingOf = ({ require, shown }: Pick<FieldConfig, 'require' | 'shown'>): Showing =>
  require === 2 ? 'HIDDEN' : require === 1 ? 'ALWAYS' : shown === false ? 'OFFERED' : 'SHOWN'

/** A column told how it stands, in the words it is stored in. */
export const withShowing = <F extends FieldConfig>(field: F, showing: Showing): F => ({
  ...field,
  require: showing === 'HIDDEN' ? 2 : showing === 'ALWAYS' ? 1 : 0,
  shown: showing !== 'OFFERED',
})

/**
 * Stored columns laid over those a list declares, in the stored order. What the list does not have is left out, and what it has
 * got since the configuration was stored goes last, as declared.
 */
export function tableOf<F extends ColumnConfig>(declared: readonly F[], stored: readonly F[]): F[] {
  const known = new Set(declared.map((one) => one.name))
  const placed = stored.filter((one) => known.has(one.name)).sort((a, b) => (a.orderBy ?? 0) - (b.orderBy ?? 0))
  const there = new Set(placed.map((one) => one.name))
  return [...placed, ...declared.filter((one) => !there.has(one.name))].map((one, at) => ({ ...one, orderBy: at + 1 }))
}

/** What is wrong with the stored columns of a list, one sentence each: a column it does not have, or nothing left to see. */
export function tableFaultsOf(declared: readonly ColumnConfig[], stored: readonly ColumnConfig[]): string[] {
  const known = new Set(declared.map((one) => one.name))
  const strange = stored.filter((one) => !known.has(one.name)).map((one) => `${one.name}: COLUMN`)
  const seen = tableOf(declared, stored).some((one) => ['ALWAYS', 'SHOWN'].includes(showingOf(one)))
  return seen ? strange : [...strange, 'NO_COLUMN']
}
