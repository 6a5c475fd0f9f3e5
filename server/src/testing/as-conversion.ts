import type { Portal } from './portal.ts'

/** Makes an order the conversion of a loan: its invoices are those of the loan's purchase order, and held for the funder of both. */
export const asConversion = (portal: Portal, orderId: string, parentId: string): Promise<void> =>
  portal.look(async (tx) => {
    const { purchaseOrderId, funderId } = await tx
      .selectFrom('financeOrderItem')
      .select(['purchaseOrderId', 'funderId'])
      .where('orderId', '=', parentId)
      .executeTakeFirstOrThrow()
    await tx.updateTable('financeOrder').set({ arpOfOrderId: parentId }).where('id', '=', orderId).execute()
    await tx
      .updateTable('invoice')
      .set({ purchaseOrderId, funderId })
      .where('id', 'in', (items) => items.selectFrom('financeOrderItem').select('invoiceId').where('orderId', '=', orderId))
      .execute()
  })
