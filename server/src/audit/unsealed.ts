import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'

/** The longest time before an entry is sealed in a running portal: sealing runs every second and takes seconds. */
const latestSealMinutes = 10

/** Entries of the audit log behind the end of its chain. A change of the database could still remove them unseen. */
export type Unsealed = {
  entries: number
  /** The time of the oldest one, in UTC; null without any. */
  since: string | null
  /** Whether the oldest one has waited too long. */
  isLate: boolean
}

/** Counts the entries that wait for their seal, by the database's clock. */
export async function unsealedEntries(tx: Tx): Promise<Unsealed> {
  const { rows } = await sql<Unsealed>`
    select count(*)::int as entries, to_char(min(written_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since,
      coalesce(min(written_at) < clock_timestamp() - make_interval(mins => ${latestSealMinutes}), false) as is_late
    from audit_log where id > coalesce((select max(audit_id) from audit_link), 0)`.execute(tx)
  return rows[0]!
}

/** The same as a sentence for the verification of an installation. */
export const unsealedWords = ({ entries, since, isLate }: Unsealed): string =>
  entries === 0
    ? 'Audit seals: every entry is sealed'
    : `Audit seals: ${entries} entries since ${since} are not sealed${isLate ? `, longer than ${latestSealMinutes} minutes: nothing seals them` : ' yet'}`
