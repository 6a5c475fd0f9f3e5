import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import type { ContractFacts } from './contract-values.ts'

/**
 * A receivable in a pool, with what is outstanding on it now and what of that is confirmed. `isConfirmed`: its debtor acknowledges it, and
 * disputes nothing.
 */
export type PoolReceivable = ContractFacts['documents'][number] & {
  confirmed: string
  debtor: string
  isConfirmed: boolean
  confirmedAt: string | null
}

/** SQL: what of an invoice is confirmed and owed now (decision 238): nothing while its debtor disputes it. */
export const confirmedNow = (invoice: string): RawBuilder<string> => {
  const of = (column: string) => sql.ref(`${invoice}.${column}`)
  return sql<string>`case when ${of('doc_status')} = 'CONFIRMED' then confirmed_left(${of('outstanding')}, ${of('confirmed_amount')},
    ${of('adjusted_amount')}, ${of('debited_amount')}, ${of('paid_amount')}) else 0 end`
}

/** The receivables in a pool with what is outstanding on each now, earliest due first. The transaction sees every company. */
export async function receivablesOf(tx: Tx, poolId: string): Promise<PoolReceivable[]> {
  const rows = await tx
    .selectFrom('poolAsset as a')
    .innerJoin('invoice as v', 'v.id', 'a.invoiceId')
    .innerJoin('company as b', 'b.id', 'v.buyerId')
    .select(['v.invoiceNo as no', 'v.outstanding', 'v.dueDate', 'v.buyerId', 'b.name as debtor', 'v.confirmedAt'])
    .select([confirmedNow('v').as('confirmed'), sql<boolean>`v.doc_status = 'CONFIRMED'`.as('isConfirmed')])
    .where('a.poolId', '=', poolId)
    .where('a.releasedAt', 'is', null)
    .where('v.outstanding', '>', '0')
    .orderBy('v.dueDate')
    .orderBy('v.invoiceNo')
    .execute()
  return rows.map(({ outstanding, ...row }) => ({ ...row, amount: outstanding ?? '0' }))
}

/** SQL: whether a debtor of a receivable in a pool does not acknowledge it now. The same receivables as `receivablesOf`. */
export const unconfirmedIn = (poolId: string) =>
  sql<SqlBool>`exists (select from pool_asset a join invoice v on v.id = a.invoice_id
    where a.pool_id = ${sql.ref(poolId)} and a.released_at is null and v.outstanding > 0 and v.doc_status <> 'CONFIRMED')`

/** The pool behind a drawing: its code, and the receivables in it. The transaction sees every company. */
export async function poolBehind(tx: Tx, poolId: string): Promise<{ code: string; documents: ContractFacts['documents'] }> {
  const { code } = await tx.selectFrom('pool').select('code').where('id', '=', poolId).executeTakeFirstOrThrow()
  return { code, documents: await receivablesOf(tx, poolId) }
}
