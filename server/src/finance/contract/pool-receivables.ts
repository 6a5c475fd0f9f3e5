import type { Tx } from '../../database/database.ts'
import type { ContractFacts } from './contract-values.ts'

/**
 * The pool behind a drawing: its code, and the receivables in it with what is outstanding on each now, earliest due first. The
 * transaction sees every company.
 */
export async function poolBehind(tx: Tx, poolId: string): Promise<{ code: string; documents: ContractFacts['documents'] }> {
  const { code } = await tx.selectFrom('pool').select('code').where('id', '=', poolId).executeTakeFirstOrThrow()
  const rows = await tx
    .selectFrom('poolAsset as a')
    .innerJoin('invoice as v', 'v.id', 'a.invoiceId')
    .select(['v.invoiceNo as no', 'v.outstanding', 'v.dueDate', 'v.buyerId'])
    .where('a.poolId', '=', poolId)
    .where('a.releasedAt', 'is', null)
    .where('v.outstanding', '>', '0')
    .orderBy('v.dueDate')
    .orderBy('v.invoiceNo')
    .execute()
  return { code, documents: rows.map(({ outstanding, ...row }) => ({ ...row, amount: outstanding ?? '0' })) }
}
