import type { ChangeRow } from '@usance/wire/config-change/answers'
import { isSameValue, useConfigWords } from './config-words.ts'

/** What a change alters of one limit, product or relationship, field by field. */
export function Differences({ row }: { row: ChangeRow }) {
  const { label, word } = useConfigWords(row)
  if (!row.before || Array.isArray(row.before)) return null
  const before: Record<string, unknown> = row.before
  return Object.entries(row.after.values)
    .filter(([field, value]) => typeof value !== 'object' && field in before && !isSameValue(before[field], value))
    .map(([field, value]) => (
      <li key={field}>
        {label(field)}: {word(field, before[field])} → {word(field, value)}
      </li>
    ))
}
