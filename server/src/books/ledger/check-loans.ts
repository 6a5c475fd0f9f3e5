import type { Violation } from '@usance/domain/ledger/invariants'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { brokenReceipt } from './check-payments.ts'

/**
 * Law 4 by invoice for loans and drawings: each standing receipt of a buyer is its payments on the invoices behind the loan, its fees
 * and its refund, so that nobody repays a supplier's debt with money it does not owe (decision 116). Receipts from before the rule
 * follow that of their day. Returns at most 20 receipts; the transaction must see every company.
 */
export async function checkLoansPaid(tx: Tx): Promise<Violation[]> {
  const { rows } = await sql<{ no: string; currency: string; amount: string; refund: string; paid: string; fees: string }>`
    select * from (
      select r.no, r.currency, r.amount, r.surplus - r.for_supplier as refund,
        coalesce((select sum(p.amount) from invoice_payment p join invoice v on v.id = p.invoice_id
          where p.repayment_id = r.id and v.buyer_id = coalesce(r.payer_buyer_id, o.buyer_id)), 0) as paid,
        coalesce((select sum(a.amount) from allocation a
          where a.repayment_id = r.id and a.component = 'BUYER_FEE' and not a.reversed), 0) as fees
      from repayment r join finance_order o on o.id = r.order_id
      where r.status = 'POSTED' and r.within_debt) receipts
    where paid + fees + refund <> amount order by no limit 20`.execute(tx)
  return rows.flatMap((row) => brokenReceipt({ ...row, owed: '0' }))
}
