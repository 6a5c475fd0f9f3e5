import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'

/**
 * Takes the documents of an order for it alone. The partial unique index decides who was first, across companies and
 * servers; whoever comes second is told that the receivable is taken. The transaction must see every company.
 */
export async function lockDocuments(tx: Tx, orderId: string): Promise<void> {
  const items = await tx
    .selectFrom('financeOrderItem')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('invoiceId')
    .orderBy('purchaseOrderId')
    .execute()
  for (const item of items) {
    // The document row first, in one order for everybody, so that two orders over the same documents never wait for each other in a ring.
    if (item.invoiceId) {
      const taken = await tx
        .updateTable('invoice')
        .set({ financeStatus: 'LOCKED', funderId: item.funderId, updatedAt: sql`app_now()` })
        .where('id', '=', item.invoiceId)
        .where('docStatus', '=', 'CONFIRMED')
        .where('financeStatus', '=', 'UNFINANCED')
        .returning('id')
        .executeTakeFirst()
      if (!taken) throw new Refused('INVOICE_LOCKED', { docNo: item.docNo })
    } else if (item.purchaseOrderId) {
      const taken = await tx
        .updateTable('purchaseOrder')
        .set({ funderId: item.funderId, updatedAt: sql`app_now()` })
        .where('id', '=', item.purchaseOrderId)
        .where('docStatus', '=', 'CONFIRMED')
        .where('financeStatus', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (!taken) throw new Refused('INVOICE_LOCKED', { docNo: item.docNo })
    }
    try {
      await tx.updateTable('financeOrderItem').set({ active: true }).where('id', '=', item.id).execute()
    } catch (error) {
      if ((error as { code?: string }).code === '23505') throw new Refused('INVOICE_LOCKED', { docNo: item.docNo })
      throw error
    }
  }
}

/** Frees the documents of an order that ended without money: others may finance them again. */
export async function unlockDocuments(tx: Tx, orderId: string): Promise<void> {
  const items = await tx
    .updateTable('financeOrderItem')
    .set({ active: false })
    .where('orderId', '=', orderId)
    .where('active', '=', true)
    .returning(['invoiceId', 'purchaseOrderId'])
    .execute()
  const invoices = items.flatMap((item) => item.invoiceId ?? [])
  const orders = items.flatMap((item) => item.purchaseOrderId ?? [])
  if (invoices.length > 0)
    await tx
      .updateTable('invoice')
      .set({ financeStatus: 'UNFINANCED', funderId: null, updatedAt: sql`app_now()` })
      .where('id', 'in', invoices)
      .where('financeStatus', '=', 'LOCKED')
      .execute()
  if (orders.length > 0)
    await tx
      .updateTable('purchaseOrder')
      .set({ funderId: null, updatedAt: sql`app_now()` })
      .where('id', 'in', orders)
      .where('financeStatus', 'is', null)
      .execute()
}
