import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '../database/database.ts'
import { canonical } from '../http/once.ts'

const genesis = Buffer.alloc(32)
type AuditRow = Record<string, unknown> & { id: string }

/** The hash of one audit row in the chain: SHA-256 over the hash before it and the row's own content. */
export const hashOf = (previous: Buffer, row: AuditRow): Buffer =>
  createHash('sha256').update(previous).update(canonical(row)).digest()

const contentOf = sql`id, at, business_date, user_id, user_name, company_id, company_role, request_id, call, event, object_type, object_id, object_no, before, after, ip`

const lookMs = 100

/**
 * Seals audit rows not yet in the chain. One process seals at a time; the lock ends with the transaction. A row gets its
 * place when it is written and is seen when its transaction ends: as long as somebody who wrote before now is still at it,
 * say a large import, nothing is sealed, or their rows would be passed by for ever.
 */
export async function sealAudit(db: Db, { atMost = 5000, patienceMs = 2000 } = {}): Promise<number> {
  return inTransaction(db, { kind: 'system' }, 'write', async (tx) => {
    const lock = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(727275) as got`.execute(tx)
    if (!lock.rows[0]!.got) return 0
    const { rows: newest } = await sql<{ id: string | null }>`select max(id) as id from audit_log`.execute(tx)
    if (!(await haveEnded(tx, await writersOf(tx), patienceMs))) return 0
    const last = await tx
      .selectFrom('auditSeal')
      .select(['auditId', 'hash'])
      .orderBy('auditId', 'desc')
      .limit(1)
      .executeTakeFirst()
    let previous = last?.hash ?? genesis
    const { rows } =
      await sql<AuditRow>`select ${contentOf} from audit_log where id > ${last?.auditId ?? 0} and id <= ${newest[0]!.id ?? 0} and at < now() - interval '30 seconds' order by id limit ${atMost}`.execute(
        tx,
      )
    const seals = rows.map((row) => {
      const hash = hashOf(previous, row)
      const seal = { auditId: row.id, prevHash: previous, hash }
      previous = hash
      return seal
    })
    for (let at = 0; at < seals.length; at += 500)
      await tx
        .insertInto('auditSeal')
        .values(seals.slice(at, at + 500))
        .execute()
    return seals.length
  })
}

/** The transactions under way that have written audit rows: each holds a lock on the table until it ends. */
async function writersOf(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ writer: string }>`
    select virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = 'audit_log'::regclass and database = (select oid from pg_database where datname = current_database())
      and mode = 'RowExclusiveLock' and pid <> pg_backend_pid()`.execute(tx)
  return rows.map(({ writer }) => writer)
}

/** Whether all of these transactions have ended, at once or within so many milliseconds. */
async function haveEnded(tx: Tx, writers: readonly string[], patienceMs: number): Promise<boolean> {
  for (let waited = 0; writers.length > 0; waited += lookMs) {
    const now = await writersOf(tx)
    if (!writers.some((one) => now.includes(one))) return true
    if (waited >= patienceMs) return false
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
  return true
}

/** Recomputes the chain and names the first row that was changed, removed or put in between. */
export async function verifyAudit(tx: Tx): Promise<{ checked: number; broken?: string }> {
  let previous: Buffer = genesis
  let after = '0'
  let checked = 0
  for (;;) {
    const { rows } = await sql<AuditRow & { prevHash: Buffer | null; hash: Buffer | null }>`
      select l.*, s.prev_hash, s.hash from (select ${contentOf} from audit_log) l full join audit_seal s on s.audit_id = l.id
      where coalesce(l.id, s.audit_id) > ${after} and s.hash is not null order by coalesce(l.id, s.audit_id) limit 2000`.execute(
      tx,
    )
    if (rows.length === 0) return { checked }
    for (const { prevHash, hash, ...row } of rows) {
      if (row.id === null || !prevHash?.equals(previous) || !hash?.equals(hashOf(previous, row)))
        return { checked, broken: String(row.id ?? 'a removed row') }
      previous = hash
      after = row.id
      checked++
    }
  }
}
