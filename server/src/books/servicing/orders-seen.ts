import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import type { FinanceOrderTable } from '../../database/tables.ts'
import type { Actor } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { owingStatuses } from './open-statuses.ts'
import { isOwnOn } from './side-of-seat.ts'

/** An order as a caller sees it; only a buyer's may be its part of an order of several buyers. */
type SeenOrder = Selectable<FinanceOrderTable> & { isPart?: boolean }

// What a price is made of is no business of the buyer, so that it is empty in both halves.
const hidden = sql`null::numeric as net_amount, null::numeric as interest_amount, null::numeric as fee_amount, null::numeric as rate`
/** The last day of the grace of an item `i` of an order `o`, as it was fixed at funding, or else by the terms that the order keeps. */
export const lastDayOfGrace = sql`coalesce((o.funded_terms -> 'items' -> i.id::text ->> 'graceEnd')::date,
  i.maturity + coalesce(o.funded_terms ->> 'graceDays', o.agreed_terms ->> 'graceDays',
    (select p.grace_days::text from financing_product p where p.id = o.product_id))::int)`

/**
 * Whether an item `i` of an order `o` with its invoice `v` is past its grace on a day. Once the close of the last day of grace has judged
 * it, the invoice says so, and its buyer reads what the supplier and the funder read.
 */
export const isPastGraceOn = (day: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${lastDayOfGrace} < ${day} or v.finance_status is not distinct from 'OVERDUE')`

// Whether the buyer of an invoice `v` has paid something of what an item `i` finances. A credit note takes off as well, and repays nothing.
const isRepaidInPart = sql`v.paid_amount > i.paid and v.outstanding < i.apply_amount`

// What a buyer owes is what it has not paid of its own invoices, up to what is financed of them. It is overdue with what is past
// its grace.
const ownDebt = sql`(
  select coalesce(sum(least(i.apply_amount, v.outstanding)), 0) as open,
    coalesce(bool_or(v.outstanding > 0 and ${isPastGraceOn(sql`d.business_date`)}), false) as is_late,
    coalesce(bool_or(${isRepaidInPart}), false) as is_repaid_in_part
  from finance_order_item i join invoice v on v.id = i.invoice_id join business_day d on d.id = 1
  where i.order_id = o.id and o.status in ${owingStatuses})`

// A loan against a purchase order is its supplier's debt alone: what becomes of it is no business of the buyer before it ends. It
// ends for the buyer with its write-off, too; the loss is between supplier and funder.
const ownStatus = sql`case when o.status not in ${owingStatuses} then o.status
  when o.type = 'PO_FINANCE' then case o.status when 'WRITTEN_OFF' then 'SETTLED' else 'FUNDED' end
  when own.open = 0 then 'SETTLED'
  when o.status = 'WRITTEN_OFF' then o.status
  when own.is_late then 'OVERDUE'
  when own.is_repaid_in_part then 'PARTIALLY_REPAID' else 'FUNDED' end`

// The part of an order of several buyers counts what is taken off its invoices as repaid.
const partStatus = sql`case when p.status = 'PARTIALLY_REPAID' and not exists (
    select from finance_order_item i join invoice v on v.id = i.invoice_id where i.order_id = p.id and i.buyer_id = p.buyer_id and ${isRepaidInPart})
  then 'FUNDED' else p.status end`

const columnsOfPart = sql`id, order_no, type, product_id, supplier_id, buyer_id, funder_id, currency, face_amount, finance_amount, reserve_amount,
  principal_outstanding, ${partStatus} as status, requested_funding_date, funding_date, maturity, settled_on, valid_until, disclosed, recourse,
  right_confirm_party, submitted_at, version, created_at`

/** The orders of a buyer, as a table: those that name it with its own debt on them, and its parts of orders of several buyers. */
const ordersOfBuyer = (actor: Pick<Actor, 'companyId'>): RawBuilder<SeenOrder> => sql`(
  select o.id, o.order_no, o.type, o.product_id, o.supplier_id, o.buyer_id, o.funder_id, o.currency, o.face_amount, o.finance_amount, o.reserve_amount,
    own.open as principal_outstanding, ${ownStatus} as status, o.requested_funding_date, o.funding_date, o.maturity, o.settled_on, o.valid_until, o.disclosed,
    o.recourse, o.right_confirm_party, o.submitted_at, o.version, o.created_at, o.remark, o.arp_of_order_id, false as is_part, o.settled_on as ended_on, ${hidden}
  from finance_order o cross join lateral ${ownDebt} own
  where o.buyer_id = ${actor.companyId} and o.disclosed and o.submitted_at is not null
  union all
  select ${columnsOfPart}, null::text as remark, null::uuid as arp_of_order_id, true as is_part, ended_on, ${hidden} from order_parts() p)`

// What a buyer reads of an order, and what those read besides who sell or finance it.
const columnsRead = sql`id, order_no, type, product_id, supplier_id, buyer_id, funder_id, currency, face_amount, finance_amount, reserve_amount,
  principal_outstanding, status, requested_funding_date, funding_date, maturity, settled_on, valid_until, disclosed, recourse, right_confirm_party,
  submitted_at, version, created_at, remark, arp_of_order_id`
const columnsOfTrade = [
  'net_amount',
  'interest_amount',
  'fee_amount',
  'rate',
  'pricing',
  'pricing_hash',
  'content_hash',
  'payee_bank_account_id',
  'warnings',
  'submitted_by',
  'passed_at',
  'right_confirmed_at',
  'funded_at',
  'registry_no',
  'registry_at',
  'created_by',
  'updated_at',
  'updated_by',
  'funded_terms',
  'pool_id',
  'agreed_terms',
]

/**
 * The orders of a whole company, as a table: those that it sells or finances as they are, and those that it owes on as their buyer reads them
 * (decision 247).
 */
const ordersOfCompany = ({ companyId }: Pick<Actor, 'companyId'>): RawBuilder<SeenOrder> => sql`(
  select ${columnsRead}, false as is_part, settled_on as ended_on, ${sql.join(columnsOfTrade.map((name) => sql.ref(name)))}
  from finance_order o
  where (o.supplier_id = ${companyId} or (o.funder_id = ${companyId} and o.submitted_at is not null)) and o.buyer_id is distinct from ${companyId}
    and (o.buyer_id is not null or not exists (select from finance_order_part p where p.order_id = o.id and p.buyer_id = ${companyId}))
  union all
  select ${columnsRead}, is_part, ended_on, ${sql.join(columnsOfTrade.map(() => sql`null`))} from ${ordersOfBuyer({ companyId })} b)`

// An order that was never submitted is a draft, which its supplier alone reads; one that was sent back stays readable.
const submitted = sql`(select * from finance_order where submitted_at is not null)`

/**
 * The orders the caller sees, as a table: a buyer's with its own figures, everybody else's as they are, drafts for their supplier
 * alone. A company that sells and buys sees in each seat what it is in that seat, and in the seat of the whole company what it is on
 * the order: what it owes as a buyer never with its supplier's price.
 */
export function ordersSeen({
  staff,
  companyId,
  companyRole,
}: Pick<Actor, 'staff' | 'companyId' | 'companyRole'>): RawBuilder<SeenOrder> {
  if (staff) return sql`${submitted}`
  if (companyRole === 'BUYER') return ordersOfBuyer({ companyId })
  const side = { SUPPLIER: 'supplier_id', FUNDER: 'funder_id' }[companyRole as string]
  return side ? sql`(select * from finance_order where ${sql.ref(side)} = ${companyId})` : ordersOfCompany({ companyId })
}

/**
 * SQL: whether the caller's company sells or finances in a row of this alias, in the seat for it: on both sides in the seat of a whole
 * company, on none in a buyer's. Staff read every row.
 */
export const tradesInSeat = (actor: Pick<Actor, 'staff' | 'companyId' | 'companyRole'>, alias: string): RawBuilder<boolean> =>
  actor.staff
    ? sql<boolean>`true`
    : sql<boolean>`(${isOwnOn(actor, 'SUPPLIER', `${alias}.supplier_id`)} or ${isOwnOn(actor, 'FUNDER', `${alias}.funder_id`)})`

/**
 * The orders whose price, costs, reserve and books the caller reads, as a table: those that its company sells or finances, in the
 * seat for it, and all that were submitted for staff. A buyer reads none of it, nor does the seat of a whole company of what that company
 * owes on.
 */
export function ordersPriced(actor: Pick<Actor, 'staff' | 'companyId' | 'companyRole'>): RawBuilder<SeenOrder> {
  if (actor.staff) return sql`${submitted}`
  return sql`(select * from finance_order where ${tradesInSeat(actor, 'finance_order')})`
}

/** Refuses, as missing, an order whose price the caller does not read. */
export async function refuseUnpriced(
  tx: Tx,
  actor: Pick<Actor, 'staff' | 'companyId' | 'companyRole'>,
  orderId: string,
): Promise<void> {
  const { rows } = await sql`select 1 from ${ordersPriced(actor)} o where o.id = ${orderId}`.execute(tx)
  if (rows.length === 0) throw new Refused('NOT_FOUND')
}

/** What is open on an item `i` of an order of `ordersSeen`: for a buyer what it has not paid itself of its invoice, since what
 *  others pay, and what the financing costs, change the principal and not its debt. */
export const openOn = (actor: Pick<Actor, 'companyRole'>): RawBuilder<string> =>
  actor.companyRole === 'BUYER'
    ? sql`coalesce((select least(i.apply_amount, v.outstanding) from invoice v where v.id = i.invoice_id), 0)`
    : sql`i.principal_outstanding`

/** The names of whoever owes an order `o` (joined as `b` where there is one), as far as the caller sees its documents. */
export const buyerNames = sql<string | null>`coalesce(b.name, (select string_agg(c.name, ', ' order by c.name)
  from finance_order_part p join company c on c.id = p.buyer_id where p.order_id = o.id))`

export type OwnPart = { status: string; rightConfirmParty: string }

/** The part that the caller's company has of an order of several buyers; nothing where there is none. */
export async function ownPart(tx: Tx, orderId: string): Promise<OwnPart | undefined> {
  const { rows } = await sql<OwnPart>`
    select status, right_confirm_party from order_parts() where id = ${orderId}`.execute(tx)
  return rows[0]
}
