import { sql } from 'kysely'

/**
 * SQL: whether an order over the invoice was ever paid out. The invoice stays in the books of that order, which owes again if its
 * repurchase is reversed. The supplier sees all such orders of its
 * own, staff those of everybody.
 */
export const wasFinanced = sql<boolean>`exists (select from finance_order_item i join finance_order o on o.id = i.order_id
  where i.invoice_id = invoice.id and o.funding_date is not null)`
