import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** The same as part of a statement that stores a row. */
export const numberFor = (prefix: string, today: string) => sql<string>`next_number(${prefix}, ${today.slice(0, 4)})`

/**
 * The next number of a series, such as FO-2026-000123. Gaps stay where a transaction rolled back; a number is never given twice.
 * Series are sharded by nothing: one row a series and year, locked only for the rest of the transaction.
 */
export async function nextNumber(tx: Tx, prefix: string, today: string): Promise<string> {
  const { rows } = await sql<{ number: string }>`select ${numberFor(prefix, today)} as number`.execute(tx)
  return rows[0]!.number
}

/** The next so many numbers of a series in their order. The series is taken once, however many they are. */
export async function nextNumbers(tx: Tx, prefix: string, today: string, count: number): Promise<string[]> {
  if (count === 0) return []
  const series = `${prefix}-${today.slice(0, 4)}`
  const { rows } = await sql<{ last: string }>`
    insert into number_series (series, last) values (${series}, ${count}::int)
    on conflict (series) do update set last = number_series.last + ${count}::int returning last`.execute(tx)
  const first = Number(rows[0]!.last) - count + 1
  return Array.from({ length: count }, (_, place) => `${series}-${String(first + place).padStart(6, '0')}`)
}
