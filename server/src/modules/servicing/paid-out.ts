import { type RawBuilder, sql } from 'kysely'

/** Whether money of an order has left for the supplier or the payer that rests on some of its receipts. A release rests on those
 *  that paid the items whose reserve it pays out; a waived remainder has filled no reserve. `ids` is what an id is compared with:
 *  `any(…)`. */
export const paidOutOf = (orderId: RawBuilder<unknown>, ids: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from payment out where out.status not in ('CANCELLED', 'FAILED') and (
    (out.type = 'REFUND' and out.repayment_id = ${ids})
    or (out.type = 'RELEASE' and out.order_id = ${orderId}
      and exists (select from reserve_release l join allocation a on l.item_id in (a.item_id, a.paid_on_item_id)
        where l.payment_id = out.id and not a.reversed and a.component <> 'REMAINDER' and a.repayment_id = ${ids}))))`

/** Whether a posted repayment cannot be taken back, because money rests on it or on a receipt that is booked again without it:
 *  every later one, as `replay` takes them back; on a written-off order every one posted later. A conversion is never booked
 *  again. The reader must see payments and orders of all parties. */
export function moneyRestsOn(alias: string): RawBuilder<boolean> {
  const r = (column: string) => sql.ref(`${alias}.${column}`)
  const unwound = sql`select u.id from repayment u where u.order_id = ${r('order_id')} and u.status = 'POSTED'
    and (u.id = ${r('id')}
      or case when exists (select from finance_order w where w.id = u.order_id and w.status = 'WRITTEN_OFF')
        then u.posted_at > ${r('posted_at')}
        else u.value_date > ${r('value_date')}
          or (u.value_date = ${r('value_date')} and (u.payer_role in ('WAIVER', 'RESERVE') or u.posted_at > ${r('posted_at')})) end)`
  return sql<boolean>`(${r('status')} = 'POSTED' and ${r('order_id')} is not null and (${paidOutOf(r('order_id'), sql`any(${unwound})`)}
    or exists (select from repayment c where c.payer_role = 'ARP' and c.id = any(${unwound}))))`
}
