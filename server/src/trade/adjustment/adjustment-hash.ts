import { createHash } from 'node:crypto'
import type { Tx } from '../../database/database.ts'
import { canonical } from '../../http/once.ts'

/** Everything the approvers of an adjustment judge. */
export async function adjustmentHash(tx: Tx, id: string): Promise<string> {
  const row = await tx
    .selectFrom('invoiceAdjustment')
    .select(['invoiceId', 'refNo', 'type', 'currency', 'amount', 'adjustmentDate', 'reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return createHash('sha256').update(canonical(row)).digest('hex')
}
