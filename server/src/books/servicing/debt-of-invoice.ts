import { sql } from 'kysely'

/**
 * SQL: a buyer's debt on the invoice `v` of the order item `i`: its amount, less other payments on it and the standing receipts
 * on the order.
 */
export const debtOfInvoice = sql<string>`v.amount - v.adjusted_amount
      - coalesce((select sum(p.amount) from invoice_payment p left join repayment r on r.id = p.repayment_id
          where p.invoice_id = v.id and (r.order_id is distinct from i.order_id or r.payer_role = 'WAIVER')), 0)
      - coalesce((select sum(a.amount) from allocation a join repayment r on r.id = a.repayment_id
          where a.order_id = i.order_id and coalesce(a.paid_on_item_id, a.item_id) = i.id and not a.reversed
            and a.source = 'RECEIPT' and r.payer_role = 'BUYER' and a.component not in ('REFUND', 'BUYER_FEE')), 0)`
