import { sql } from 'kysely'
import { elevate } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { recordOrderEvent } from './record-event.ts'

/**
 * Brings what an order shows as invoiced in line with its invoices, and closes it once confirmed invoices cover it, whether it
 * is financed or not: its buyer may not be told of that (decision 121).
 */
export async function restateInvoiced(context: UseCaseContext, purchaseOrderId: string): Promise<void> {
  const { tx } = context
  await elevate(tx)
  const order = await tx
    .selectFrom('purchaseOrder')
    .selectAll()
    .where('id', '=', purchaseOrderId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ invoiced: string; covered: boolean }>`
    select coalesce(sum(amount) filter (where doc_status not in ('DRAFT', 'CANCELLED')), 0) as invoiced,
           coalesce(sum(amount) filter (where doc_status in ('CONFIRMED', 'CLOSED')), 0) >= ${order.amount}::numeric as covered
    from invoice where purchase_order_id = ${order.id}`.execute(tx)
  const { invoiced, covered } = rows[0]!
  const closes = order.docStatus === 'CONFIRMED' && covered
  await tx
    .updateTable('purchaseOrder')
    .set((eb) => ({
      invoicedAmount: invoiced,
      version: eb('version', '+', closes ? 1 : 0),
      ...(closes ? { docStatus: 'CLOSED' } : {}),
    }))
    .where('id', '=', order.id)
    .execute()
  if (closes)
    await recordOrderEvent(context, order, {
      name: 'CLOSE',
      before: 'CONFIRMED',
      after: 'CLOSED',
      tell: [order.supplierId],
    })
}
