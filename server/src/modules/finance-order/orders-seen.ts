import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import type { FinanceOrderTable } from '../../database/tables.ts'
import type { Actor } from '../../http/context.ts'

/** An order as a caller sees it; only a buyer's may be its part of an order of several buyers. */
type SeenOrder = Selectable<FinanceOrderTable> & { isPart?: boolean }

// What a price is made of is no business of the buyer, so that it is empty in both halves.
const hidden = sql`null::numeric as net_amount, null::numeric as interest_amount, null::numeric as fee_amount, null::numeric as rate`
const columns = sql`id, order_no, type, product_id, supplier_id, buyer_id, funder_id, currency, face_amount, finance_amount, reserve_amount,
  principal_outstanding, status, requested_funding_date, funding_date, maturity, settled_on, valid_until, disclosed, recourse,
  right_confirm_party, submitted_at, version, created_at`

/** The orders of a buyer, as a table: those that name it, and its own parts of orders of several buyers. */
const ordersOfBuyer = (actor: Pick<Actor, 'companyId'>): RawBuilder<SeenOrder> => sql`(
  select ${columns}, remark, arp_of_order_id, false as is_part, null::date as ended_on, ${hidden} from finance_order where buyer_id = ${actor.companyId}
  union all
  select ${columns}, null::text as remark, null::uuid as arp_of_order_id, true as is_part, ended_on, ${hidden} from order_parts())`

/** The orders the caller sees, as a table: a buyer's with its own figures, everybody else's as they are. */
export const ordersSeen = (actor: Pick<Actor, 'companyId' | 'companyRole'>): RawBuilder<SeenOrder> =>
  actor.companyRole === 'BUYER' ? ordersOfBuyer(actor) : sql`finance_order`

/** What is open on an item `i` of an order `o` of `ordersSeen`: for one of several buyers what it has not paid itself, since
 *  what others pay lowers the financing as a whole. */
export const openOn = (actor: Pick<Actor, 'companyRole'>): RawBuilder<string> =>
  actor.companyRole === 'BUYER'
    ? sql`case when o.is_part then least(i.apply_amount, (select v.outstanding from invoice v where v.id = i.invoice_id)) else i.principal_outstanding end`
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
