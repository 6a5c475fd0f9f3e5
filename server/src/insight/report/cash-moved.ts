import type { LocalDate } from '@usance/domain/local-date'
import { type RawBuilder, sql } from 'kysely'
import { openClaims } from '../../books/servicing/claims.ts'
import { reserveOwedBack } from '../../books/servicing/owed-back.ts'
import { paymentGoesOut } from '../../books/servicing/payment-counts.ts'
import { paymentsTold, readsType, typeSeen } from '../../books/servicing/payments-seen.ts'
import { receiptTold } from '../../books/servicing/receipt-told.ts'
import { isOwnOn, isSideOfSeat, receiptOfSeat, rowOfSeat, type Side } from '../../books/servicing/side-of-seat.ts'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../http/context.ts'
import { type Asked, type Found, onTheirWay, type Sides } from './cash-row.ts'

/** The most rows of one report: its sums are of all. */
export const mostRows = 5000

/** The rights of which a member of the staff needs one to read movements of a kind. */
const staffRights = {
  REPAYMENT: ['repayment.repaymentDetail.view', 'repayment.management.view'],
  RECEIPT: ['repayment.management.view'],
  ORDER: ['finance.finance-order.view'],
} as const
type StaffKind = keyof typeof staffRights

const staffRead = ({ staff, permissions }: Actor, kind: StaffKind): boolean =>
  staff && staffRights[kind].some((permission) => permissions.has(permission))

/** The types of payments that concern a company by what it does; money may come back on any side. */
const paidToOrBy: Readonly<Record<string, readonly string[]>> = {
  SUPPLIER: ['FUNDING', 'RELEASE'],
  FUNDER: ['FUNDING', 'RELEASE', 'FEE_REMIT'],
}
const toAnybody = ['REFUND', 'RECEIPT_RETURN']

const isSide = (role: string): role is Side => role === 'SUPPLIER' || role === 'BUYER' || role === 'FUNDER'

/**
 * Whether movements are left out because the reader has no right to them, or because they are of a side of the company that the seat does not
 * read: a sum of the rest is not the whole.
 */
export async function readsPart(tx: Tx, actor: Actor): Promise<boolean> {
  if (actor.staff)
    return !(
      actor.permissions.has('payment.management.view') &&
      (['REPAYMENT', 'RECEIPT', 'ORDER'] as const).every((kind) => staffRead(actor, kind))
    )
  const roles = await tx.selectFrom('companyRole').select('role').where('companyId', '=', actor.companyId).execute()
  const sides = roles.map(({ role }) => role).filter(isSide)
  if (sides.some((side) => !isSideOfSeat(actor, side))) return true
  const types = [...toAnybody, ...sides.flatMap((side) => paidToOrBy[side] ?? [])]
  return types.some((type) => !readsType(actor, type))
}

/** The sides of an order `o` as the reader has them: the staff read all as the funders do, where their rights let them. */
export const sidesOf = (actor: Actor): Sides => {
  const finances = isOwnOn(actor, 'FUNDER', 'o.funder_id')
  return {
    isLender: sql<boolean>`(${actor.staff} or ${finances})`,
    reads: sql<boolean>`(${staffRead(actor, 'ORDER')} or ${finances})`,
    sells: isOwnOn(actor, 'SUPPLIER', 'o.supplier_id'),
    owes: isOwnOn(actor, 'BUYER', 'o.buyer_id'),
  }
}

/** SQL: whether a payment `p` has reached an account of the company here: it has that money, whatever became of its receipt since. */
const paidToOwn = (companyId: string | null) => sql<boolean>`(p.status = 'PAID'
  and exists (select from bank_account a where a.id = p.to_account_id and a.company_id = ${companyId}))`

/** SQL: whether a payment `y` from buyer to supplier was not taken back. */
const stands = sql`not exists (select from direct_payment d where d.id = y.direct_payment_id and d.status = 'REVERSED')`

/** Whom a buyer pays an invoice `i`: the funder that it was assigned to, where the buyer was told. */
const creditorOf = sql`case when i.finance_status in ('FINANCED', 'OVERDUE') and finance_told(i.id) then i.funder_id else i.supplier_id end`

/**
 * What of an invoice `i` is still its funder's to collect: of a settled order, as the reserve bore it (decision 092), and of a lost one
 * whose loss has come back (120).
 */
const restOf = sql`case when i.finance_status = 'SETTLED' then rest_to_funder(i.id) else 0 end`

/** The part of the rest that stands in a row of its own: a buyer that was not told of the financing owes the invoice to its supplier whole. */
const restTold = (owes: RawBuilder<boolean>) => sql`case when ${owes} and not finance_told(i.id) then 0 else ${restOf} end`

/**
 * Money that moved or is expected to, seen from the caller's company as far as the seat reads its sides (decision 295). The operator's people
 * see it as the funders do, each what their lists show them. A payment is told by the right to the list of its type, to a company too
 * (decision 277). What is overdue is expected today. Each row is one document: nothing is counted both as done and as expected. What is done adds up to
 * what the bank accounts of the funder's book moved.
 *
 * A receivable in an order is the funder's to collect: the funder expects all that its buyer still owes, and the supplier the drawing,
 * and with the buyer's payment the reserve, which is what the buyer still owes less the advance and less interest in arrears. Costs
 * that nobody foresees are not taken off. What a buyer still owes once the order is settled, or its loss has come back, is its funder's to collect as far
 * as the reserve bore it, and is passed on to the supplier; beyond it the buyer pays the supplier.
 * Receivables in a pool stay the supplier's in full, since what their buyer pays repays the supplier's debt and the rest is the
 * supplier's (decision 116). A drawing on a pool, like a loan on a purchase order, is therefore repaid by the supplier (`loansSeen`).
 */
function moved(actor: Actor, today: LocalDate): RawBuilder<unknown> {
  const me = actor.companyId
  const own = (side: Side, column: string) => isOwnOn(actor, side, column)
  const shows = (kind: StaffKind, column: string) => sql<boolean>`(${staffRead(actor, kind)} or ${own('FUNDER', column)})`
  const lends = (column: string) => sql<boolean>`(${actor.staff} or ${own('FUNDER', column)})`
  const [owes, paid] = [own('BUYER', 'i.buyer_id'), own('BUYER', 'y.buyer_id')]
  // What its reader is not told of yet is expected as a drawing.
  const told = sql`(p.type <> 'FUNDING' or p.status in ('INSTRUCTED', 'PAID'))`
  return sql`(
      select p.id, coalesce(p.value_date, p.due_date, ${today}::date) as date, p.type as kind, p.no,
        '/finance/finance-order/' || p.order_id || '/detail' as link,
        case when ${lends('p.funder_id')} then p.payee_company_id else p.funder_id end as party_id,
        case when ${lends('p.funder_id')} then 'OUT' else 'IN' end as direction, p.status = 'PAID' as done, p.amount, p.currency
      from ${paymentsTold(actor)} p
      where (p.status in ('PAID', 'DRAFT', 'IN_APPROVE', 'INSTRUCTED') or (p.status = 'FAILED' and p.type <> 'FUNDING'))
        and ${typeSeen(actor, 'p')} and ${rowOfSeat(actor, 'p')} and (${lends('p.funder_id')}
          or (p.payee_company_id = ${me} and ${told} and (p.type <> 'RECEIPT_RETURN' or return_certain(p.id) or ${paidToOwn(me)})))
      union all
      select r.id, r.value_date, 'REPAYMENT', r.no, '/finance/finance-order/' || r.order_id || '/detail',
        case when ${lends('r.funder_id')} then case r.payer_role when 'BUYER' then r.buyer_id else r.supplier_id end else r.funder_id end,
        case when ${lends('r.funder_id')} then 'IN' else 'OUT' end, true, r.amount, r.currency
      from repayment r where r.status = 'POSTED' and r.payer_role not in ('ARP', 'WAIVER', 'RESERVE') and (${shows('REPAYMENT', 'r.funder_id')}
        or (r.payer_role = 'BUYER' and ${own('BUYER', 'r.buyer_id')}) or (r.payer_role = 'SUPPLIER' and ${own('SUPPLIER', 'r.supplier_id')}))
      union all
      -- Of a receipt what no posted repayment has taken: the money is there, only nobody has said yet what it pays.
      select c.id, c.value_date, 'RECEIPT', c.no, null,
        case when ${lends('c.funder_id')} then c.payer_company_id when ${receiptTold(actor, 'c')} then c.funder_id end,
        case when ${lends('c.funder_id')} then 'IN' else 'OUT' end, true,
        c.amount - coalesce((select sum(r.amount) from repayment r where r.collection_id = c.id and r.status = 'POSTED'), 0), c.currency
      from collection c where ${shows('RECEIPT', 'c.funder_id')} or (not ${actor.staff} and receipt_certain(c.id) and ${receiptOfSeat(actor, 'c')})
      union all
      select y.id, y.pay_date, case when ${paid} then 'PAYABLE' else 'RECEIVABLE' end, i.invoice_no,
        '/trading/invoice/' || i.id || '/details', case when ${paid} then y.supplier_id else y.buyer_id end,
        case when ${paid} then 'OUT' else 'IN' end, true, y.amount, y.currency
      from invoice_payment y join invoice i on i.id = y.invoice_id
      where y.repayment_id is null and y.amount > 0 and ${stands} and (${own('SUPPLIER', 'y.supplier_id')} or ${paid})
      union all
      select i.id, i.due_date, case when ${owes} then 'PAYABLE' else 'RECEIVABLE' end, i.invoice_no,
        '/trading/invoice/' || i.id || '/details', case when ${owes} then ${creditorOf} else i.buyer_id end,
        case when ${owes} then 'OUT' else 'IN' end, false, i.outstanding - ${restTold(owes)}, i.currency
      from invoice i where i.outstanding > 0 and i.doc_status in ('SUBMITTED', 'CONFIRMED', 'DISPUTED')
        and (${owes} or (${own('SUPPLIER', 'i.supplier_id')} and i.finance_status in ('UNFINANCED', 'LOCKED', 'SETTLED')
          and not exists (select from finance_order_item f join finance_order o on o.id = f.order_id
            where f.invoice_id = i.id and f.active and o.status not in ('REVOKED', 'EXPIRED'))))
      union all
      -- What of it is the funder's of a settled order, which may be a part: a row of its own.
      select md5('REST' || i.id)::uuid, i.due_date, 'PAYABLE', i.invoice_no, '/trading/invoice/' || i.id || '/details',
        i.funder_id, 'OUT', false, ${restOf}, i.currency
      from invoice i where i.outstanding > 0 and i.doc_status in ('SUBMITTED', 'CONFIRMED', 'DISPUTED') and i.finance_status = 'SETTLED'
        and ${owes} and finance_told(i.id)
      union all
      select b.id, b.due_on, 'FEE_BILL', b.no, '/payment/fee-bill', case when ${own('BUYER', 'b.buyer_id')} then b.funder_id else b.buyer_id end,
        case when ${own('BUYER', 'b.buyer_id')} then 'OUT' else 'IN' end, false, b.open_amount, b.currency
      from fee_bill b where ${own('BUYER', 'b.buyer_id')} or ${shows('ORDER', 'b.funder_id')}
      union all
      select f.id, f.maturity, 'REPAYMENT', o.order_no || ' / ' || f.doc_no, '/finance/finance-order/' || o.id || '/detail',
        coalesce(f.buyer_id, o.supplier_id), 'IN', false,
        coalesce(case when f.active then i.outstanding when i.id is not null then rest_to_funder(i.id, o.id) end,
          case when o.status in ${onTheirWay} then f.apply_amount else f.principal_outstanding end), o.currency
      from finance_order_item f join finance_order o on o.id = f.order_id
        left join invoice i on i.id = f.invoice_id
          and ((f.active and o.status not in ('REVOKED', 'EXPIRED')) or (o.status in ('SETTLED', 'WRITTEN_OFF') and i.finance_status = 'SETTLED'))
      where f.doc_type = 'INVOICE' and (f.principal_outstanding > 0 or i.outstanding > 0) and ${shows('ORDER', 'o.funder_id')}
      union all
      -- Other claims are expected as what settles them on their day.
      select c.id, c.due_date, 'REPAYMENT', o.order_no, '/finance/finance-order/' || o.id || '/detail',
        case when ${lends('c.funder_id')} then c.supplier_id else c.funder_id end, case when ${lends('c.funder_id')} then 'IN' else 'OUT' end, false,
        c.open, c.currency
      from ${openClaims} c join finance_order o on o.id = c.order_id where c.reason = ${sql.lit(reserveOwedBack)}
        and (${shows('ORDER', 'c.funder_id')} or ${own('SUPPLIER', 'c.supplier_id')})
      union all
      select o.id, o.requested_funding_date, 'DRAWING', o.order_no, '/finance/finance-order/' || o.id || '/detail',
        case when ${lends('o.funder_id')} then o.supplier_id else o.funder_id end,
        case when ${lends('o.funder_id')} then 'OUT' else 'IN' end, false, o.net_amount, o.currency
      from finance_order o where o.status in ('SUBMITTED', 'IN_APPROVE', 'PASSED', 'RIGHT_CONFIRMED') and o.net_amount > 0 and o.arp_of_order_id is null
        and (${shows('ORDER', 'o.funder_id')} or ${own('SUPPLIER', 'o.supplier_id')})
        and not exists (select 1 from payment p where p.order_id = o.id and p.type = 'FUNDING' and ${paymentGoesOut('p')}
          and (${lends('p.funder_id')} or ${told}))
  )`
}

/** The currencies of what the caller has moved or expects to, in their order. */
export async function currenciesSeen(tx: Tx, actor: Actor, today: LocalDate): Promise<string[]> {
  const { reads, sells } = sidesOf(actor)
  const { rows } = await sql<{ currency: string }>`
    select distinct x.currency from ${moved(actor, today)} x where x.amount > 0
    union
    select o.currency from finance_order o where (${reads} or ${sells})
      and (o.status in ${onTheirWay} or o.status in ('FUNDED', 'PARTIALLY_REPAID', 'OVERDUE', 'SETTLED', 'WRITTEN_OFF'))
    union
    select r.currency from repayment r where ${actor.staff && readsType(actor, 'REFUND')} and r.status = 'POSTED' and r.surplus > 0
    order by 1`.execute(tx)
  return rows.map(({ currency }) => currency)
}

/** SQL: whom a returned receipt `x` goes back to, as its payment names it: a sender need not be a company here. */
const senderOf = sql`case when x.kind = 'RECEIPT_RETURN' and x.direction = 'OUT' then (select p.payee_name from payment p where p.id = x.id) end`

type Sum = Pick<Found, 'date' | 'direction' | 'amount'>

/**
 * What moved or is expected in a currency on some days: the first rows, the sums of all by day and direction, and how many all are. The
 * fundings that are paid `late` are expected on another day, at another price.
 */
export async function movements(
  tx: Tx,
  actor: Actor,
  { currency, from, to, today, late }: Asked & { late: readonly { id: string }[] },
): Promise<{ rows: Found[]; sums: Sum[]; count: number }> {
  const date = sql<LocalDate>`greatest(x.date, case when x.done then x.date else ${today}::date end)`
  // The days are said of each kind by itself too, so that an index of that kind may answer.
  const isAsked = sql`x.amount > 0 and x.currency = ${currency} and x.date <= ${to} and (x.date >= ${from} or not x.done)
    and ${date} between ${from} and ${to} and (x.done or x.id <> all(${late.map(({ id }) => id)}::uuid[]))`
  const { rows } = await sql<Found>`
    select x.id, ${date} as date, x.kind, x.no, x.link, coalesce(c.name, ${senderOf}) as party_name, x.direction, x.done, x.amount, x.currency
    from ${moved(actor, today)} x left join company c on c.id = x.party_id where ${isAsked}
    order by ${date}, x.no collate "C", x.id limit ${mostRows + 1}`.execute(tx)
  if (rows.length <= mostRows) return { rows, sums: rows, count: rows.length }
  const { rows: sums } = await sql<Sum & { count: number }>`
    select ${date} as date, x.direction, sum(x.amount)::text as amount, count(*)::int as count
    from ${moved(actor, today)} x where ${isAsked} group by 1, 2`.execute(tx)
  return { rows, sums, count: sums.reduce((all, { count }) => all + count, 0) }
}
