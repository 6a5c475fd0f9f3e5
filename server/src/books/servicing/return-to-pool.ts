import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'

/**
 * Puts an invoice back into the pool that it left when it was paid, once its payment is taken back: it is owed to the funder as before.
 * One that was withdrawn, or bought since, stays where it is. The transaction sees every company.
 */
export async function returnToPool(tx: Tx, invoiceId: string): Promise<void> {
  await sql`
    with returned as (
      update pool_asset a set released_at = null
      where a.id = (select x.id from pool_asset x where x.invoice_id = ${invoiceId} order by x.assigned_at desc, x.id desc limit 1)
        and a.released_at is not null and left_pool_as_paid(a.invoice_id, a.released_at)
      returning a.invoice_id)
    update invoice v set finance_status = 'LOCKED' from returned where v.id = returned.invoice_id`.execute(tx)
}
