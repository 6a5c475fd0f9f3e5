import { createHmac } from 'node:crypto'
import { type Fingerprints, fingerprintsOf, type InvoiceIdentity, sameNumberDays } from '@usance/domain/fingerprint'
import { addDays } from '@usance/domain/local-date'
import { sql } from 'kysely'
import type { App } from '../../app.ts'
import type { Tx } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'

export type StoredFingerprints = { fp1: Buffer; fp2: Buffer; fp3: Buffer }

/** The fingerprints of an invoice under the key of this installation, in hex. */
export const fingerprintInHex = (app: App, identity: InvoiceIdentity): Fingerprints =>
  fingerprintsOf(identity, (text) => createHmac('sha256', app.installKey).update(text).digest('hex'))

/** The fingerprints as they are stored. */
export function fingerprint(app: App, identity: InvoiceIdentity): StoredFingerprints {
  const hex = fingerprintInHex(app, identity)
  return { fp1: Buffer.from(hex.fp1, 'hex'), fp2: Buffer.from(hex.fp2, 'hex'), fp3: Buffer.from(hex.fp3, 'hex') }
}

/**
 * Looks for the same invoice among everybody's, in a transaction that sees every company. The whole invoice, or its number
 * within 180 days, blocks – without a word about the other one. The rest is answered as risk flags.
 */
export async function checkDuplicates(
  tx: Tx,
  prints: StoredFingerprints,
  { pair, issueDate, ownId }: { pair: string; issueDate: string; ownId: string },
): Promise<string[]> {
  // Two people who enter one number with different amounts at the same moment: the second waits, and then sees the first.
  // A file waits for those who enter single invoices between its parties, and they for it.
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${pairText(pair)}, 0)), pg_advisory_xact_lock(hashtextextended(${prints.fp2.toString('hex')}, 0))`.execute(
    tx,
  )
  const { rows } = await sql<{ rule: 'FP1' | 'FP2' | 'FP2_OLD' | 'FP3' }>`
    select case when fp1 = ${prints.fp1} then 'FP1'
                when fp2 = ${prints.fp2} and issue_date between ${addDays(issueDate, -sameNumberDays)}::date and ${addDays(issueDate, sameNumberDays)}::date then 'FP2'
                when fp2 = ${prints.fp2} then 'FP2_OLD' else 'FP3' end as rule
    from invoice where doc_status <> 'CANCELLED' and id <> ${ownId} and (fp1 = ${prints.fp1} or fp2 = ${prints.fp2} or fp3 = ${prints.fp3})`.execute(
    tx,
  )
  if (rows.some(({ rule }) => rule === 'FP1' || rule === 'FP2'))
    throw new Refused('INVOICE_DUPLICATE', { fields: [{ field: 'invoiceNo', message: 'INVOICE_DUPLICATE' }] })
  return [...new Set(rows.map(({ rule }) => rule))]
}

const pairText = (pair: string) => `invoices ${pair}`

/**
 * Keeps everybody else from entering invoices between these pairs of parties until the transaction ends. A lock for each
 * number of a large file would be more locks than the database has room for.
 */
export async function lockPairs(tx: Tx, pairs: readonly string[]): Promise<void> {
  for (const pair of [...pairs].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${pairText(pair)}, 0))`.execute(tx)
}
