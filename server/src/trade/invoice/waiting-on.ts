import type { Money } from '@usance/domain/money'
import { type RawBuilder, sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { LockedInvoice } from './move-invoice.ts'

/** SQL: the sum of the reported payments on an invoice that await confirmation, in the currency of the invoice. */
export const reportedOnInvoice = (id: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`coalesce((select sum(d.amount) from direct_payment d where d.invoice_id = ${id} and d.status = 'IN_APPROVE'), 0)`

/** SQL: the sum of the reductions of an invoice that await approval, in the currency of the invoice. */
export const reducedOnInvoice = (id: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`coalesce((select sum(a.amount) from invoice_adjustment a where a.invoice_id = ${id} and a.status = 'IN_APPROVE'
    and a.type <> 'DEBIT_NOTE'), 0)`

/** SQL: what waits to lower an invoice, reported or put forward. Together it is at most what is owed (decision 120). */
export const waitingOnInvoice = (id: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(${reportedOnInvoice(id)} + ${reducedOnInvoice(id)})`

/** The same of one invoice as money. The transaction sees both sides. */
export async function waitingOn(tx: Tx, { id, currency }: Pick<LockedInvoice, 'id' | 'currency'>): Promise<Money> {
  const { rows } = await sql<{ amount: string }>`select ${waitingOnInvoice(sql`${id}`)} as amount`.execute(tx)
  return amountOf(rows[0]!.amount, currency)
}
