import { type RawBuilder, sql } from 'kysely'
import { carriesLoan } from '../../books/servicing/carries-loan.ts'
import { endedAt } from '../../books/servicing/ended-at.ts'

export type KeptFromCancel = 'INVOICE_WAS_FINANCED' | 'INVOICE_OF_LOAN' | 'DIRECT_PAYMENT_WAITS'

/**
 * SQL: why an invoice that no order holds stays all the same; null where its supplier may cancel it.
 * An order over it that was paid out keeps it in its books, and owes again if its repurchase is reversed. So does a drawing on a pool that
 * it was in while the drawing ran: the drawing rests on it again when it is opened again (decision 142). The loan on its purchase order is
 * repaid by what its buyer has confirmed to owe. A payment that is reported waits for an answer.
 * The supplier sees all such orders and payments of its own, staff those of everybody.
 */
export const keptFromCancel: RawBuilder<KeptFromCancel | null> = sql`case
  when exists (select from finance_order_item i join finance_order o on o.id = i.order_id
    where i.invoice_id = invoice.id and o.funding_date is not null)
    or exists (select from pool_asset a join finance_order o on o.pool_id = a.pool_id
    where a.invoice_id = invoice.id and o.funding_date is not null and o.submitted_at <= coalesce(a.released_at, 'infinity')
      and (o.settled_on is null or coalesce(${endedAt(sql`o.id`)}, 'infinity') >= a.assigned_at)) then 'INVOICE_WAS_FINANCED'
  when invoice.doc_status in ('CONFIRMED', 'DISPUTED') and invoice.confirmed_amount is not null and invoice.purchase_order_id is not null
    and ${carriesLoan(sql`invoice.purchase_order_id`)} then 'INVOICE_OF_LOAN'
  when exists (select from direct_payment d where d.invoice_id = invoice.id and d.status = 'IN_APPROVE') then 'DIRECT_PAYMENT_WAITS'
end`
