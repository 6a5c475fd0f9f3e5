import { type RawBuilder, sql } from 'kysely'
import { anyOf, mustSeeAll, type Tx } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'

/**
 * The number of a repayment of an order whose reversal is in approval, or whose receipt went back as the provider reports; null where
 * none is. The reader must see every company.
 */
export const reversalUnderWay = (orderId: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(select min(n.no) from (
      select u.no from repayment u join workflow_instance w on w.business_id = u.id
      where w.business_type = 'REPAYMENT_REVERSAL' and w.status = 'IN_APPROVE' and u.order_id = ${orderId}
      union all select u.no from repayment u join collection c on c.id = u.collection_id
      where c.reversal_reported_at is not null and u.status = 'POSTED' and u.order_id = ${orderId}) n)`

/** Of which of some orders `refuseUnderReversal` refuses what rests on their receipts. The transaction sees every company. */
export async function ordersUnderReversal(tx: Tx, orderIds: readonly string[]): Promise<Set<string>> {
  mustSeeAll(tx)
  if (orderIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`select o.id from finance_order o
    where o.id = ${anyOf(orderIds)} and ${reversalUnderWay(sql`o.id`)} is not null`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Refuses what rests on the receipts of an order while one of them may be taken back (REVERSAL_UNDER_WAY): that is decided on first. A
 * loss keeps what was paid before it, and reserve and surplus may be gone with the receipt. The transaction sees every company.
 */
export async function refuseUnderReversal(tx: Tx, orderId: string): Promise<void> {
  mustSeeAll(tx)
  const { rows } = await sql<{ no: string | null }>`select ${reversalUnderWay(sql`${orderId}::uuid`)} as no`.execute(tx)
  const no = rows[0]?.no
  if (no) throw new Refused('REVERSAL_UNDER_WAY', { no })
}
