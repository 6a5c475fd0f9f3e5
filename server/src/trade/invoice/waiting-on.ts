import type { Money } from '@usance/domain/money'
import { type RawBuilder, sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { LockedInvoice } from './move-invoice.ts'

/**
 * SQL: what waits for its approval to lower an invoice, in the currency of the invoice: payments that are reported and reductions that
 * are put forward. Together they are at most what is owed (decision 120).
 */
export const waitingOnInvoice = (id: RawBuilder<unknown>): RawBuilder<string> => sql<string>`(
  coalesce((select sum(d.amount) from direct_payment d where d.invoice_id = ${id} and d.status = 'IN_APPROVE'), 0)
  + coalesce((select sum(a.amount) from invoice_adjustment a where a.invoice_id = ${id} and a.status = 'IN_APPROVE'
    and a.type <> 'DEBIT_NOTE'), 0))`

/** The same of one invoice as money. The transaction sees both sides. */
export async function waitingOn(tx: Tx, { id, currency }: Pick<LockedInvoice, 'id' | 'currency'>): Promise<Money> {
  const { rows } = await sql<{ amount: string }>`select ${waitingOnInvoice(sql`${id}`)} as amount`.execute(tx)
  return amountOf(rows[0]!.amount, currency)
}
