import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'

/** Longer than this no entry waits for its seal while the portal runs: sealing looks every second and ends within seconds. */
export const latestSealMinutes = 10

/** Entries of the audit log behind the end of its chain, which somebody with the database could still take away unseen. */
export type Unsealed = {
  entries: number
  /** When the oldest of them was written, as an instant in UTC; null where there is none. */
  since: string | null
  /** Whether that is longer ago than an entry may wait. */
  isLate: boolean
}

/** Counts what waits for its seal, by the database's own clock. */
export async function unsealedEntries(tx: Tx): Promise<Unsealed> {
  const { rows } = await sql<Unsealed>`
    select count(*)::int as entries, to_char(min(written_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since,
      coalesce(min(written_at) < clock_timestamp() - make_interval(mins => ${latestSealMinutes}), false) as is_late
    from audit_log where id > coalesce((select max(audit_id) from audit_link), 0)`.execute(tx)
  return rows[0]!
}

/** The same in words for whoever verifies an installation. */
export const unsealedWords = ({ entries, since, isLate }: Unsealed): string =>
  entries === 0
    ? 'Audit seals: every entry is sealed'
    : `Audit seals: ${entries} entries since ${since} are not sealed${isLate ? `, longer than ${latestSealMinutes} minutes: nothing seals them` : ' yet'}`
