import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { faultyField } from '../../http/refused.ts'

/** SQL: whether an invoice or a purchase order was ever sent, returned since or not. `id` is its id in the query around it. */
export const wasSent = (kind: 'INVOICE' | 'PURCHASE_ORDER', id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from audit_log l where l.object_type = ${kind} and l.object_id = ${id}::text
    and l.event = ${`${kind}_SUBMIT`})`

/**
 * Refuses to give a document that was ever sent to another buyer: its history, its papers and its invoices tell what the first one said.
 * Another buyer takes another record. Throws BUYER_STAYS at the field of the buyer.
 */
export async function refuseAnotherBuyer(
  tx: Tx,
  kind: 'INVOICE' | 'PURCHASE_ORDER',
  before: { id: string; buyerId: string },
  buyerId: string,
): Promise<void> {
  if (buyerId === before.buyerId) return
  const { rows } = await sql<{ sent: boolean }>`select ${wasSent(kind, sql`${before.id}`)} as sent`.execute(tx)
  if (rows[0]?.sent) throw faultyField('buyerCode', 'BUYER_STAYS')
}
