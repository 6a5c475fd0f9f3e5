import { sql } from 'kysely'
import { keyPlainHash } from '../auth/keyed-hash.ts'
import { type Db, inTransaction } from '../database/database.ts'

const batch = 5_000

/**
 * Keys the hashes of inputs that an earlier version of the portal kept plain; afterwards there are none. A request from before
 * is still answered once.
 */
export async function keyPlainHashes(db: Db, installKey: Buffer): Promise<void> {
  while ((await keyBatch(db, installKey)) === batch);
}

const keyBatch = (db: Db, installKey: Buffer): Promise<number> =>
  inTransaction(db, { kind: 'system' }, 'write', async (tx) => {
    const { rows } = await sql<{ companyId: string; key: string; plainHash: Buffer }>`
      select company_id, key, plain_hash from idempotency where plain_hash is not null
      limit ${batch} for update skip locked`.execute(tx)
    const keyed = rows.map(({ plainHash }) => keyPlainHash({ installKey }, 'idempotency', plainHash))
    await sql`update idempotency i set plain_hash = null, input_hash = k.keyed
      from unnest(${rows.map(({ companyId }) => companyId)}::uuid[], ${rows.map(({ key }) => key)}::text[], ${keyed}::bytea[])
        as k (company_id, key, keyed)
      where i.company_id = k.company_id and i.key = k.key`.execute(tx)
    return rows.length
  })
