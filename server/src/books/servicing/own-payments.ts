import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../http/context.ts'

/** Whether the caller may be reading what it has paid itself: as a buyer, or in the seat that each company has. */
export const readsOwn = ({ companyRole }: Pick<Actor, 'companyRole'>): boolean =>
  companyRole === 'BUYER' || companyRole === 'COMPANY'

/** A line of what a repayment paid, as its reader is told. */
export type PaidLine = {
  id: string
  repaymentId: string
  orderId: string
  itemId: string | null
  docNo: string | null
  component: string
  amount: string
  source: string
}

/**
 * What a buyer's own repayments paid, as a table: its invoices, or its purchase order where the order is a loan, the fees it was
 * billed, and what goes back to it. How the funder splits a receipt between principal and costs is no business of the buyer.
 */
export const ownLines = ({ companyId }: Pick<Actor, 'companyId'>): RawBuilder<PaidLine> => sql`(
  select min(p.id::text)::uuid as id, r.id as repayment_id, r.order_id, i.id as item_id, coalesce(i.doc_no, v.invoice_no) as doc_no,
    case when p.waived then 'REMAINDER' else 'INVOICE' end as component, sum(p.amount) as amount,
    case when p.waived then 'WAIVER' else 'RECEIPT' end as source
  from repayment r join invoice_payment p on p.repayment_id = r.id join invoice v on v.id = p.invoice_id
    left join finance_order_item i on i.order_id = r.order_id and i.invoice_id = v.id
  where r.buyer_id = ${companyId} and p.buyer_id = ${companyId}
  group by r.id, i.id, v.id, p.waived having sum(p.amount) > 0
  union all
  select a.id, r.id, r.order_id, null, null, a.component, a.amount, a.source
  from repayment r join allocation a on a.repayment_id = r.id
  where r.buyer_id = ${companyId} and a.component = 'BUYER_FEE' and not a.reversed
  union all
  select md5(r.id || 'PO')::uuid, r.id, r.order_id, case when i.n = 1 then i.id::uuid end, i.doc_no, 'PO', l.amount, 'RECEIPT'
  from repayment r left join finance_order o on o.id = r.order_id
    cross join lateral (select count(*) as n, min(x.id::text) as id, string_agg(x.doc_no, ', ' order by x.seq) as doc_no
      from finance_order_item x where x.order_id = r.order_id) i
    cross join lateral (select r.amount - r.surplus + r.for_supplier - coalesce(sum(a.amount), 0) as amount
      from allocation a where a.repayment_id = r.id and a.component = 'BUYER_FEE' and not a.reversed) l
  where r.buyer_id = ${companyId} and r.payer_role = 'BUYER' and r.status = 'POSTED' and l.amount > 0
    and coalesce(o.type, 'PO_FINANCE') = 'PO_FINANCE' and not exists (select 1 from invoice_payment p where p.repayment_id = r.id)
  union all
  select r.id, r.id, r.order_id, null, null, 'REFUND', r.surplus - r.for_supplier, 'RECEIPT' from repayment r
  where r.buyer_id = ${companyId} and r.payer_role = 'BUYER' and r.status = 'POSTED' and r.surplus > r.for_supplier)`

/** What of a repayment `r` is nobody's debt; to a buyer, what of it goes back to it. */
export const shownSurplus = (actor: Pick<Actor, 'companyId' | 'companyRole'>): RawBuilder<string> =>
  readsOwn(actor)
    ? sql`case when r.buyer_id = ${actor.companyId} then r.surplus - r.for_supplier else r.surplus end`
    : sql`r.surplus`

/** The amount of a repayment `r`; to a buyer, of a waiver only what it lets go of its own debt. */
export const shownAmount = (actor: Pick<Actor, 'companyId' | 'companyRole'>): RawBuilder<string> =>
  readsOwn(actor)
    ? sql`case when r.payer_role = 'WAIVER' and r.buyer_id = ${actor.companyId}
        then (select coalesce(sum(p.amount) filter (where p.amount > 0), 0) from invoice_payment p where p.repayment_id = r.id)
          + (select coalesce(sum(a.amount), 0) from allocation a where a.repayment_id = r.id and a.component = 'BUYER_FEE') else r.amount end`
    : sql`r.amount`

/** The displayed status of a repayment: a waiver, which nobody paid, is waived and not posted. */
export const shownStatus = ({ status, payerRole }: { status: string; payerRole: string | null }): string =>
  payerRole === 'WAIVER' && status === 'POSTED' ? 'WAIVED' : status
