import { type RawBuilder, sql } from 'kysely'
import { heldElsewhere } from '../../books/servicing/behind.ts'
import { waitingOnInvoice } from './waiting-on.ts'

/** SQL: whether an invoice of this alias stands behind an order `o`: in it, of a purchase order in it, or in its pool. */
const isBehind = (alias: 'own' | 'v') => {
  const invoice = sql.ref(alias)
  return sql`(exists (select from finance_order_item i where i.order_id = o.id and (i.invoice_id = ${invoice}.id or i.purchase_order_id = ${invoice}.purchase_order_id))
    or exists (select from pool_asset a where a.pool_id = o.pool_id and a.invoice_id = ${invoice}.id and a.released_at is null))`
}

/**
 * SQL: a buyer's matched receipts that wait, as a table of `no`, `order_id` and `amount`: what each of them is to pay on an invoice. It pays
 * the fee bills that it names, then the invoices that it names, then the others of its order, its purchase orders or its pool, by due
 * date. A receipt `r` that cannot reach the invoice `own`, or is none of `only`, is left out before the invoices of its debt are read.
 */
const waitingReceipts = (id: RawBuilder<unknown>, only = sql`true`): RawBuilder<unknown> => sql`(
  select r.no, r.order_id, least(t.outstanding, r.amount - n.to_bills - t.earlier) as amount
  from invoice own join repayment r on r.supplier_id = own.supplier_id and r.currency = own.currency
    and r.status in ('DRAFT', 'IN_APPROVE', 'REJECTED', 'PASSED') and r.payer_role = 'BUYER'
  join finance_order o on o.id = r.order_id and ${only}
    and (own.id = any(r.invoice_ids) or (own.buyer_id = coalesce(r.payer_buyer_id, o.buyer_id)
      and ${isBehind('own')}))
  cross join lateral (
    select coalesce(sum(b.open_amount), 0) as to_bills from fee_bill b where b.order_id = r.order_id and b.id = any(r.fee_bill_ids)) n
  cross join lateral (
    select v.id, v.outstanding, coalesce(sum(v.outstanding) over (order by v.id = any(r.invoice_ids) desc, v.due_date, v.invoice_no, v.id
      rows between unbounded preceding and 1 preceding), 0) as earlier
    from invoice v
    where v.supplier_id = r.supplier_id and v.currency = r.currency and v.outstanding > 0
      and (v.id = any(r.invoice_ids)
        or (v.buyer_id = coalesce(r.payer_buyer_id, o.buyer_id) and not ${heldElsewhere(sql`v.id`, sql`r.order_id`)}
          and ${isBehind('v')}))) t
  where own.id = ${id} and t.id = own.id and r.amount - n.to_bills > t.earlier)`

/** SQL: the sum of a buyer's receipts that are matched to an order that does not hold the invoice, and wait. They pay it all the same. */
const matchedOnInvoice = (id: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`coalesce((select sum(m.amount) from ${waitingReceipts(
    id,
    sql`not exists (select from finance_order_item x where x.order_id = r.order_id and x.invoice_id = own.id and x.active)
      and not exists (select from pool_asset x where x.pool_id = o.pool_id and x.invoice_id = own.id and x.released_at is null)`,
  )} m), 0)`

/** SQL: all that waits to lower what an order may take of an invoice: reported, put forward, or matched to another order. */
export const pendingOnInvoice = (id: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(${waitingOnInvoice(id)} + ${matchedOnInvoice(id)})`

/** SQL: the number of a receipt that waits and is to pay an invoice; null where none does. */
export const receiptOnInvoice = (id: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(select min(m.no) from ${waitingReceipts(id)} m)`
