import type { ChangeRow } from '@usance/wire/config-change/answers'
import { isSameValue, useConfigWords } from './config-words.ts'

/** What a change alters of one limit, product or relationship, field by field. */
export function Differences({ row }: { row: ChangeRow }) {
  const { label, word } = useConfigWords(row)
  if (!row.before || Array.isArray(row.before)) return null
  const before: Record<string, unknown> = row.before
  return Object.entries(row.after.values)
    .filter(([field, value]) => typeof value !== 'object' && field in before && !isSameValue(before[field], value))
    .map(([field, value]) =>
      isText(value) || isText(before[field]) ? (
        <li key={field}>
          {label(field)}:
          <ChangedLines before={String(before[field] ?? '')} after={String(value)} />
        </li>
      ) : (
        <li key={field}>
          {label(field)}: {word(field, before[field])} → {word(field, value)}
        </li>
      ),
    )
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.includes('\n')

/** The lines of a text that a change takes out and puts in. */
function ChangedLines({ before, after }: { before: string; after: string }) {
  const [old, next] = [before.split('\n'), after.split('\n')]
  const numbered = (mark: string, lines: readonly string[], others: readonly string[]) =>
    lines.flatMap((line, at) => (line.trim() === '' || others.includes(line) ? [] : [{ key: `${mark}${at}`, mark, line }]))
  return (
    <ul>
      {[...numbered('−', old, next), ...numbered('+', next, old)].map(({ key, mark, line }) => (
        <li key={key}>
          {mark} {line}
        </li>
      ))}
    </ul>
  )
}
