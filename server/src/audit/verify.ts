import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import { type AuditHead, type AuditRow, digestOf, entryColumns, genesis, hashOf, isSigned } from './chain.ts'
import { type KeptHead, keptHead } from './head-file.ts'

/** The number of valid links, and the first fault as an instruction for a person. */
type Links = { checked: number; broken?: string }
/** The same with what the data folder holds to compare them with: only a head of its own reveals an end that was cut off. */
export type Verified = Links & { outside: 'HEAD' | 'MISSING' | 'DAMAGED' }

/**
 * Recomputes the chain from its first link and names the first fault: a changed, removed or inserted entry, a link out of place,
 * a head without a valid signature, or an end cut off behind the head in the data folder.
 *
 * @param kept the head from the data folder. A transaction that has begun to read shows the chain of that time, so the head must
 * have been read before.
 */
export async function verifyAudit(
  tx: Tx,
  installation: { installKey: Buffer; config: { dataDir: string } },
  kept?: Promise<KeptHead | undefined>,
): Promise<Verified> {
  // Read before the database: the chain may only have grown since.
  const outside = await (kept ?? keptHead(installation.config.dataDir))
  const head = outside === 'DAMAGED' ? undefined : outside
  const links = await verifyChain(tx, installation.installKey, head)
  return { ...links, outside: outside === 'DAMAGED' ? outside : outside ? 'HEAD' : 'MISSING' }
}

async function verifyChain(tx: Tx, installKey: Buffer, outside: AuditHead | undefined): Promise<Links> {
  const inBetween = await unlinkedEntry(tx)
  if (inBetween) return { checked: 0, broken: `entry ${inBetween} was put in between` }
  const links = await verifyLinks(tx)
  if (links.broken) return links
  const head = await verifyHeads(tx, installKey, links.checked)
  if (head) return { checked: links.checked, broken: head }
  const cut = outside && (await missingHead(tx, installKey, outside))
  return cut ? { checked: links.checked, broken: cut } : links
}

/**
 * Says that nothing outside the database was compared, where the data folder holds no head or a damaged one; undefined otherwise, and
 * while there is no chain yet. A chain whose end was cut off looks whole then.
 */
export function outsideWords({ outside, checked }: Verified): string | undefined {
  if (outside === 'HEAD' || (outside === 'MISSING' && checked === 0)) return undefined
  const [state, remedy] =
    outside === 'DAMAGED'
      ? ['damaged', 'Bring the file back from a backup, or move it away and start the portal']
      : ['missing', 'Bring the file back; where it was moved away for a restore, start the portal']
  return (
    `Audit head: audit-head.json in the data folder is ${state}, so nothing outside the database was compared and a cut would not be ` +
    `seen. ${remedy}: the next entry, such as a sign-in, writes it anew.`
  )
}

/** The first entry before the last linked one that has no link itself. */
async function unlinkedEntry(tx: Tx): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select l.id from audit_log l left join audit_link k on k.audit_id = l.id
    where k.seq is null and l.id < (select max(audit_id) from audit_link) order by l.id limit 1`.execute(tx)
  return rows[0]?.id
}

type Linked = AuditRow & {
  seq: string
  auditId: string
  nonce: Buffer
  salt: Buffer | null
  digest: Buffer
  prevHash: Buffer
  hash: Buffer
}

async function verifyLinks(tx: Tx): Promise<Links> {
  let previous = genesis
  let lastEntry = 0n
  let checked = 0
  for (;;) {
    const { rows } = await sql<Linked>`
      select l.*, k.seq, k.audit_id, k.nonce, k.salt, k.digest, k.prev_hash, k.hash from audit_link k
      left join (select ${entryColumns} from audit_log) l on l.id = k.audit_id where k.seq > ${checked} order by k.seq limit 2000`.execute(
      tx,
    )
    if (rows.length === 0) return { checked }
    for (const { seq, auditId, nonce, salt, digest, prevHash, hash, ...row } of rows) {
      const place = BigInt(checked + 1)
      if (BigInt(seq) !== place) return { checked, broken: `link ${place} is missing` }
      if (row.id === null) return { checked, broken: `entry ${auditId} was removed` }
      if (BigInt(auditId) <= lastEntry) return { checked, broken: `entry ${auditId} is out of order` }
      if (!digest.equals(digestOf(nonce, salt, row))) return { checked, broken: `entry ${auditId} was changed` }
      if (!prevHash.equals(previous) || !hash.equals(hashOf(place, previous, digest)))
        return { checked, broken: `link ${place} does not follow the one before it` }
      previous = hash
      lastEntry = BigInt(auditId)
      checked++
    }
  }
}

type Signed = { seq: string; hash: Buffer; signedAt: string; signature: Buffer; linked: boolean }

/**
 * Checks that each head is signed and equals the link at its place. The newest one must be the end of the links that were read,
 * or lie before it. Heads are read in batches.
 */
async function verifyHeads(tx: Tx, installKey: Buffer, length: number): Promise<string | undefined> {
  let last = '0'
  for (;;) {
    const { rows } = await sql<Signed>`
      select h.seq, h.hash, h.signed_at, h.signature, k.hash = h.hash as linked
      from audit_head h left join audit_link k on k.seq = h.seq
      where h.seq > ${last}::bigint and h.seq <= ${length} order by h.seq limit 2000`.execute(tx)
    for (const { seq, hash, signedAt, signature, linked } of rows) {
      const head = { seq, hash: hash.toString('hex'), signedAt, signature: signature.toString('hex') }
      if (!linked || !isSigned(installKey, head)) return `head ${seq} was not signed by this installation`
      last = seq
    }
    if (rows.length === 0) return Number(last) === length ? undefined : `the links after ${last} are not signed`
  }
}

/**
 * Returns why the end of the chain must not be signed, or undefined: the head from outside the database is not in the chain, or
 * its last link is not signed. Whoever can write to the database alone can forge neither.
 */
export async function unsoundEnd(tx: Tx, installKey: Buffer, kept: KeptHead | undefined): Promise<string | undefined> {
  if (kept === 'DAMAGED') return 'audit-head.json in the data folder is damaged'
  const missing = kept && (await missingHead(tx, installKey, kept))
  if (missing) return missing
  const { rows } = await sql<Omit<Signed, 'linked'> & { end: string }>`
    select k.seq as end, h.seq, h.hash, h.signed_at, h.signature
    from (select seq, hash from audit_link order by seq desc limit 1) k left join audit_head h on h.seq = k.seq and h.hash = k.hash`.execute(
    tx,
  )
  const last = rows[0]
  if (!last) return undefined
  const { end, seq, hash, signedAt, signature } = last
  const isSound = seq && isSigned(installKey, { seq, hash: hash.toString('hex'), signedAt, signature: signature.toString('hex') })
  return isSound ? undefined : `link ${end} is not signed by this installation`
}

/** The reason why a head from outside the database is not in the chain. */
async function missingHead(tx: Tx, installKey: Buffer, head: AuditHead): Promise<string | undefined> {
  if (!isSigned(installKey, head)) return 'the head kept in the data folder was not signed by this installation'
  const link = await tx.selectFrom('auditLink').select('hash').where('seq', '=', head.seq).executeTakeFirst()
  if (!link) return `the chain once reached link ${head.seq} (${head.signedAt}) and was cut`
  return link.hash.toString('hex') === head.hash ? undefined : `link ${head.seq} is not the one signed on ${head.signedAt}`
}
