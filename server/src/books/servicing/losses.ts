import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'

/**
 * SQL: losses that have not come back and that their suppliers owe, of loans and of purchases with recourse (decision 189): tables and
 * condition, with the order as `o` and the balance as `b`.
 */
export const owedLosses: RawBuilder<unknown> = sql`finance_order o
  join ledger_balance b on b.order_id = o.id and b.book = 'F' and b.account = '5000' and b.balance > 0
  where o.status = 'WRITTEN_OFF' and (o.recourse or o.type in ('PO_FINANCE', 'POOL_FACTORING'))`

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
