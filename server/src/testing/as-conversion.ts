import type { Portal } from './portal.ts'

/** Makes an order the conversion of a loan: its invoices are those of the loan's purchase order. */
export const asConversion = (portal: Portal, orderId: string, parentId: string): Promise<void> =>
  portal.look(async (tx) => {
    const { purchaseOrderId } = await tx
      .selectFrom('financeOrderItem')
      .select('purchaseOrderId')
      .where('orderId', '=', parentId)
      .executeTakeFirstOrThrow()
    await tx.updateTable('financeOrder').set({ arpOfOrderId: parentId }).where('id', '=', orderId).execute()
    await tx
      .updateTable('invoice')
      .set({ purchaseOrderId })
      .where('id', 'in', (items) => items.selectFrom('financeOrderItem').select('invoiceId').where('orderId', '=', orderId))
      .execute()
  })
