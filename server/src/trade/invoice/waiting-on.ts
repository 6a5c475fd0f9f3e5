import type { Money } from '@usance/domain/money'
import { sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { LockedInvoice } from './move-invoice.ts'

/**
 * What waits for its approval to lower an invoice, in the currency of the invoice: payments that are reported and reductions that are put
 * forward. Together they are at most what is owed (decision 120). The transaction sees both sides.
 */
export async function waitingOn(tx: Tx, { id, currency }: Pick<LockedInvoice, 'id' | 'currency'>): Promise<Money> {
  const { rows } = await sql<{ amount: string }>`
    select coalesce((select sum(amount) from direct_payment where invoice_id = ${id} and status = 'IN_APPROVE'), 0)
      + coalesce((select sum(amount) from invoice_adjustment where invoice_id = ${id} and status = 'IN_APPROVE' and type <> 'DEBIT_NOTE'), 0)
      as amount`.execute(tx)
  return amountOf(rows[0]!.amount, currency)
}
