import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '../app.ts'
import { inTransaction, type Tx } from '../database/database.ts'
import { type AuditHead, type AuditRow, digestOf, entryColumns, genesis, hashOf, signHead } from './chain.ts'
import { keepHead, keptHead } from './head-file.ts'
import { unsoundEnd } from './verify.ts'

const lookMs = 100

/** The audit chain in the database is not the one that this installation has signed; `why` is said to a person. */
export class ChainBroken extends Error {
  constructor(why: string) {
    super(`The audit log is not sealed: ${why}. Run npm run verify, and see Backup in the README.`)
    this.name = 'ChainBroken'
  }
}
export type Sealing = Pick<App, 'db' | 'installKey'> & { config: { dataDir: string } }

/**
 * Links the audit entries that are not yet in the chain and signs the new head, which is also stored in the data folder, outside
 * the database. One process seals at a time; the lock ends with the transaction. An entry gets its number when it is written and
 * becomes visible when its transaction commits. While an older transaction with entries is open, such as a large import, nothing
 * is sealed: otherwise its entries would precede a sealed one without a link. Returns the number of linked entries.
 *
 * Throws `ChainBroken` and signs nothing while the end of the chain is not the one that was signed last: a chain that was cut or
 * rewritten in the database would otherwise get a sound signature with the next entry.
 */
export async function sealAudit(app: Sealing, { atMost = 5000, patienceMs = 2000 } = {}): Promise<number> {
  const sealed = await inTransaction(app.db, { kind: 'system' }, 'write', async (tx) => {
    const lock = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(727275) as got`.execute(tx)
    if (!lock.rows[0]!.got) return undefined
    const { rows: newest } = await sql<{ id: string | null }>`select max(id) as id from audit_log`.execute(tx)
    if (!(await haveEnded(tx, await writersOf(tx), patienceMs))) return undefined
    const last = await tx
      .selectFrom('auditLink')
      .select(['seq', 'auditId', 'hash'])
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
    const { rows } =
      await sql<AuditRow>`select ${entryColumns} from audit_log where id > ${last?.auditId ?? 0} and id <= ${newest[0]!.id ?? 0} order by id limit ${atMost}`.execute(
        tx,
      )
    if (rows.length === 0) return undefined
    const unsound = await unsoundEnd(tx, app.installKey, await keptHead(app.config.dataDir))
    if (unsound) throw new ChainBroken(unsound)
    const head = signHead(app.installKey, await link(tx, rows, BigInt(last?.seq ?? 0), last?.hash ?? genesis))
    await tx
      .insertInto('auditHead')
      .values({
        seq: head.seq,
        hash: Buffer.from(head.hash, 'hex'),
        signedAt: head.signedAt,
        signature: Buffer.from(head.signature, 'hex'),
      })
      .execute()
    await publishOnceADay(tx, head)
    return { head, linked: rows.length }
  })
  if (!sealed) return 0
  await keepHead(app.config.dataDir, sealed.head)
  return sealed.linked
}

/** Adds a link for each entry, in their order. Returns the new end of the chain with its signature. */
async function link(tx: Tx, rows: readonly AuditRow[], after: bigint, hashAfter: Buffer): Promise<Omit<AuditHead, 'signature'>> {
  let seq = after
  let previous = hashAfter
  const links = rows.map((row) => {
    seq += 1n
    const nonce = randomBytes(16)
    const salt = randomBytes(32)
    const digest = digestOf(nonce, salt, row)
    const hash = hashOf(seq, previous, digest)
    const one = { seq: String(seq), auditId: row.id, nonce, salt, digest, prevHash: previous, hash }
    previous = hash
    return one
  })
  for (let at = 0; at < links.length; at += 500)
    await tx
      .insertInto('auditLink')
      .values(links.slice(at, at + 500))
      .execute()
  return { seq: String(seq), hash: previous.toString('hex'), signedAt: new Date().toISOString() }
}

/** Sends the first head of each day to the webhooks of every subscribed company. */
async function publishOnceADay(tx: Tx, head: AuditHead): Promise<void> {
  const { rows } = await sql<{ today: boolean }>`
    select exists (select 1 from audit_head where seq < ${head.seq}::bigint and signed_at >= ${head.signedAt.slice(0, 10)}::date) as today`.execute(
    tx,
  )
  if (rows[0]!.today) return
  await sql`
    insert into outbox (topic, payload)
    select 'notification', jsonb_build_object('event', 'AUDIT_HEAD', 'companyId', company_id, 'params', ${JSON.stringify(head)}::jsonb)
    from (select distinct company_id from webhook_endpoint where status = 'ENABLE' and 'AUDIT_HEAD' = any(events)) asked`.execute(
    tx,
  )
}

/** The open transactions with audit entries; each holds a lock on the table until it ends. */
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
