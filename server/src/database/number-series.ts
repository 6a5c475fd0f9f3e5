import { sql } from 'kysely'
import type { Tx } from './database.ts'

/**
 * The next number of a series, such as FO-2026-000123. Gaps stay where a transaction rolled back; a number is never given twice.
 * Series are sharded by nothing: one row a series and year, locked only for the rest of the transaction.
 */
export async function nextNumber(tx: Tx, prefix: string, today: string): Promise<string> {
  const year = today.slice(0, 4)
  const { rows } = await sql<{ last: string }>`
    insert into number_series (series, last) values (${`${prefix}-${year}`}, 1)
    on conflict (series) do update set last = number_series.last + 1 returning last`.execute(tx)
  return `${prefix}-${year}-${String(rows[0]!.last).padStart(6, '0')}`
}
