import type { ChangeRow } from '@usance/wire/config-change/calls'
import { isSameValue, useConfigWords } from './config-words.ts'

/** What a change alters of one limit, product or relationship, field by field. */
export function Differences({ row }: { row: ChangeRow }) {
  const { label, word } = useConfigWords(row)
  const values = row.after?.values as Record<string, unknown> | undefined
  if (!values || !row.before || Array.isArray(row.before)) return null
  return Object.entries(values)
    .filter(([field, value]) => typeof value !== 'object' && field in row.before && !isSameValue(row.before[field], value))
    .map(([field, value]) => (
      <li key={field}>
        {label(field)}: {word(field, row.before[field])} → {word(field, value)}
      </li>
    ))
}
