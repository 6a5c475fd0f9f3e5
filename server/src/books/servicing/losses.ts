import type * as M from '@usance/domain/money'
import { type RawBuilder, sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'

/**
 * SQL: what suppliers still owe of losses that have not come back (decisions 189 and 203): tables and condition, with the order as `o`
 * and the debt as `d.owed`.
 */
export const owedLosses: RawBuilder<unknown> = sql`finance_order o
  join ledger_balance b on b.order_id = o.id and b.book = 'F' and b.account = '5000' and b.balance > 0
  cross join lateral (select l.principal + l.costs as owed from owed_after_loss(o.id) l) d
  where o.status = 'WRITTEN_OFF' and d.owed > 0`

/** What the supplier of a written-off order still owes of its loss (decision 203). The transaction sees every company. */
export async function owedAfterLoss(
  tx: Tx,
  { id, currency }: { id: string; currency: string },
): Promise<{ principal: M.Money; costs: M.Money }> {
  const { rows } = await sql<{ principal: string; costs: string }>`
    select principal, costs from owed_after_loss(${id}::uuid)`.execute(tx)
  const owed = rows[0] ?? { principal: '0', costs: '0' }
  return { principal: amountOf(owed.principal, currency), costs: amountOf(owed.costs, currency) }
}

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
