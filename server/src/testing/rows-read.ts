import { sql } from 'kysely'
import pg from 'pg'
import { vi } from 'vitest'
import type { Tx } from '../database/database.ts'

/** The server notes once a minute that a session is in use. A slow test would count these statements. */
const notesPresence = /^update session set last_seen_at/

/**
 * How many statements some work asks the database, and how many rows these answer, on connections that are open already as on new ones.
 * The notes that a session is in use are not counted.
 */
export async function askedBy(work: () => Promise<unknown>): Promise<{ statements: number; rows: number }> {
  const counted = { statements: 0, rows: 0 }
  const { submit } = pg.Query.prototype
  // A connection keeps a `query` of its own, so each statement is counted where it is sent.
  const spy = vi.spyOn(pg.Query.prototype, 'submit').mockImplementation(function (this: pg.Query, connection) {
    if (!notesPresence.test(String(Reflect.get(this, 'text')))) counted.statements++
    this.on('row', () => {
      counted.rows++
    })
    return Reflect.apply(submit, this, [connection])
  })
  try {
    await work()
    return counted
  } finally {
    spy.mockRestore()
  }
}

/** How many rows of each table some work of a transaction reads to find its answers, planned for the values that it asks with. */
export async function rowsReadBy(tx: Tx, work: () => Promise<unknown>): Promise<Record<string, number>> {
  await sql`set local plan_cache_mode = force_custom_plan`.execute(tx)
  const before = await readSoFar(tx)
  await work()
  const after = await readSoFar(tx)
  return Object.fromEntries([...after].map(([table, rows]) => [table, rows - (before.get(table) ?? 0)]))
}

async function readSoFar(tx: Tx): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ table: string; read: number }>`
    select relname as table, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables`.execute(tx)
  return new Map(rows.map(({ table, read }) => [table, read]))
}
