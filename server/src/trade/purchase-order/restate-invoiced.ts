import { sql } from 'kysely'
import { elevate } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { recordOrderEvent } from './record-event.ts'

/**
 * Brings what an order shows as invoiced in line with its invoices, and closes it once confirmed invoices cover it, whether it
 * is financed or not: its buyer may not be told of that (decision 121). One that closed so is open again once an invoice was cancelled;
 * what its supplier has closed stays closed.
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
  const { rows } = await sql<{ invoiced: string; covered: boolean; uncovered: boolean }>`
    select coalesce(sum(amount) filter (where doc_status not in ('DRAFT', 'CANCELLED')), 0) as invoiced,
           coalesce(sum(amount) filter (where doc_status in ('CONFIRMED', 'CLOSED')), 0) >= ${order.amount}::numeric as covered,
           coalesce(sum(amount) filter (where doc_status not in ('DRAFT', 'CANCELLED')), 0) < ${order.amount}::numeric as uncovered
    from invoice where purchase_order_id = ${order.id}`.execute(tx)
  const { invoiced, covered, uncovered } = rows[0]!
  const closes = order.docStatus === 'CONFIRMED' && covered
  const reopens = order.docStatus === 'CLOSED' && order.closedCovered && uncovered
  const moves = closes || reopens
  const docStatus = closes ? 'CLOSED' : 'CONFIRMED'
  await tx
    .updateTable('purchaseOrder')
    .set((eb) => ({
      invoicedAmount: invoiced,
      version: eb('version', '+', moves ? 1 : 0),
      ...(moves ? { docStatus, closedCovered: closes } : {}),
    }))
    .where('id', '=', order.id)
    .execute()
  if (moves)
    await recordOrderEvent(context, order, {
      name: closes ? 'CLOSE' : 'REOPEN',
      before: order.docStatus,
      after: docStatus,
      tell: [order.supplierId],
    })
}
