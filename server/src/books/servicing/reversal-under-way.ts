import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'

/** The number of a receipt of an order whose reversal is in approval; null where none is. The reader must see every company. */
export const reversalUnderWay = (orderId: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(select min(u.no) from repayment u join workflow_instance w on w.business_id = u.id
    where w.business_type = 'REPAYMENT_REVERSAL' and w.status = 'IN_APPROVE' and u.order_id = ${orderId})`

/**
 * Refuses what rests on the receipts of an order while the reversal of one of them is in approval (REVERSAL_UNDER_WAY): it is decided
 * on first. A loss keeps what was paid before it, and reserve and surplus may be gone with the receipt. The transaction sees every
 * company.
 */
export async function refuseUnderReversal(tx: Tx, orderId: string): Promise<void> {
  const { rows } = await sql<{ no: string | null }>`select ${reversalUnderWay(sql`${orderId}::uuid`)} as no`.execute(tx)
  const no = rows[0]?.no
  if (no) throw new Refused('REVERSAL_UNDER_WAY', { no })
}
