import { type RawBuilder, sql } from 'kysely'

/** SQL: the supplier, the funder and every owing buyer of the orders that a query finds. */
export const partiesOf = (orders: RawBuilder<unknown>) => sql`
  select unnest(array[o.supplier_id, o.buyer_id, o.funder_id]) from finance_order o where o.id in (${orders})
  union select unnest(array[t.supplier_id, t.buyer_id]) from finance_order_item t where t.order_id in (${orders})`

/** SQL: the parties of the payments that a query finds, and of their orders. */
export const partiesOfPayments = (payments: RawBuilder<unknown>) => sql`
  select unnest(array[p.supplier_id, p.buyer_id, p.funder_id, p.payee_company_id]) from payment p where p.id in (${payments})
  union ${partiesOf(sql`select p.order_id from payment p where p.id in (${payments})`)}`
