import type { Tx } from '../../database/database.ts'

/** Whether something of the loss of a written-off order has not come back. The transaction sees every company. */
export async function lossIsOpen(tx: Tx, orderId: string): Promise<boolean> {
  const loss = await tx
    .selectFrom('ledgerBalance')
    .select('balance')
    .where('orderId', '=', orderId)
    .where('book', '=', 'F')
    .where('account', '=', '5000')
    .where('balance', '>', '0')
    .executeTakeFirst()
  return loss !== undefined
}

/** Whether an invoice was lost with its order, and that loss has not come back. The transaction sees every company. */
export async function isLostInvoice(tx: Tx, invoiceId: string): Promise<boolean> {
  const order = await tx
    .selectFrom('financeOrderItem as i')
    .innerJoin('financeOrder as o', 'o.id', 'i.orderId')
    .select('o.id')
    .where('i.invoiceId', '=', invoiceId)
    .where('o.status', '=', 'WRITTEN_OFF')
    .executeTakeFirst()
  return order !== undefined && lossIsOpen(tx, order.id)
}
