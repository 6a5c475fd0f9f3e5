import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: whether a purchase order carries a loan, from its application on. Its invoices are then for the conversion of that loan alone,
 * or two funders would pay for the same goods. The transaction sees every company.
 */
export const carriesLoan = (purchaseOrderId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  exists (select from purchase_order lent where lent.id = ${purchaseOrderId} and lent.finance_status in ('FINANCED', 'OVERDUE'))
  or exists (select from finance_order_item loan where loan.purchase_order_id = ${purchaseOrderId} and loan.active))`
