import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { type AheadOfOrder, aheadOf, type ClaimDue, type InvoicePaid } from '@usance/domain/servicing/order-ahead'
import { sql } from 'kysely'
import { openClaims } from '../../books/servicing/claims.ts'
import { byOrder, loadFinancings, positionsAhead } from '../../books/servicing/load-order.ts'
import { openOwedBack, reserveOwedBack } from '../../books/servicing/owed-back.ts'
import type { ItemReserve } from '../../books/servicing/reserves.ts'
import { amountOf } from '../../database/amount.ts'
import { anyOf, type Tx } from '../../database/database.ts'

const perBatch = 200

/** The reserves of orders by their items, on a business date. */
export type ReservesNow = { reservesIn: (orderId: string) => ItemReserve[]; today: LocalDate }

/**
 * What follows for some funded orders when everybody pays as forecast: each invoice whole on the day it is due, or today where that is past,
 * and each claim on its day. Each order is planned once, whatever is told of it (decision 291). The transaction sees every company.
 */
export async function aheadOfOrders(tx: Tx, ids: readonly string[], now: ReservesNow): Promise<Map<string, AheadOfOrder>> {
  const ahead = new Map<string, AheadOfOrder>()
  for (let at = 0; at < ids.length; at += perBatch)
    for (const [orderId, one] of await aheadOfBatch(tx, ids.slice(at, at + perBatch), now)) ahead.set(orderId, one)
  return ahead
}

async function aheadOfBatch(
  tx: Tx,
  ids: readonly string[],
  { reservesIn, today }: ReservesNow,
): Promise<[string, AheadOfOrder][]> {
  const financings = await loadFinancings(tx, ids)
  const positionAhead = await positionsAhead(tx, [...financings.values()])
  const invoicesIn = byOrder(await invoicesExpected(tx, ids, today))
  const claimsIn = byOrder(await claimsOf(tx, ids, today))
  const owedBack = await owedBackOf(tx, ids)
  return [...financings].map(([id, financing]) => {
    const ahead = positionAhead(financing)
    const position = { ...ahead, feesDue: M.subtract(ahead.feesDue, owedBack.get(id) ?? M.zero(financing.row.currency)) }
    const fed = new Map(reservesIn(id).map((one) => [one.itemId, one.fed]))
    return [id, aheadOf({ position, fed, invoices: invoicesIn(id), claims: claimsIn(id) }, today)]
  })
}

/** What buyers are expected to pay on the invoices that some orders collect: what they still owe, of a settled order its funder. */
async function invoicesExpected(
  tx: Tx,
  orderIds: readonly string[],
  today: LocalDate,
): Promise<(InvoicePaid & { orderId: string })[]> {
  const { rows } = await sql<{ orderId: string; itemId: string; on: LocalDate; owed: string; currency: string }>`
    select * from (select f.order_id, f.id as item_id, greatest(f.maturity, ${today}::date) as "on", i.currency, f.maturity, f.doc_no,
      case when f.active then i.outstanding
        when o.status = 'SETTLED' and i.finance_status = 'SETTLED' then rest_to_funder(i.id, o.id) else 0 end as owed
      from finance_order_item f join finance_order o on o.id = f.order_id join invoice i on i.id = f.invoice_id
      where f.order_id = ${anyOf(orderIds)} and i.outstanding > 0) x
    where owed > 0 order by maturity, doc_no, item_id`.execute(tx)
  return rows.map(({ orderId, itemId, on, owed, currency }) => ({ orderId, itemId, on, amount: amountOf(owed, currency) }))
}

/** The reserve that suppliers owe back on some orders: a fee in the books, which is expected as a claim of its own (decision 168). */
async function owedBackOf(tx: Tx, orderIds: readonly string[]): Promise<Map<string, M.Money>> {
  const { rows } = await sql<{ id: string; currency: string; open: string }>`
    select o.id, o.currency, ${openOwedBack(sql`c.order_id = o.id`)} as open from finance_order o where o.id = ${anyOf(orderIds)}`.execute(
    tx,
  )
  return new Map(rows.map(({ id, currency, open }) => [id, amountOf(open, currency)]))
}

/** The open claims of some orders, the first due of each first. */
async function claimsOf(tx: Tx, orderIds: readonly string[], today: LocalDate): Promise<(ClaimDue & { orderId: string })[]> {
  const { rows } = await sql<{ orderId: string; id: string; on: LocalDate; open: string; currency: string }>`
    select c.order_id, c.id, greatest(c.due_date, ${today}::date) as "on", c.open, c.currency from ${openClaims} c
    where c.order_id = ${anyOf(orderIds)} and c.reason <> ${reserveOwedBack} order by c.due_date, c.id`.execute(tx)
  return rows.map(({ open, currency, ...row }) => ({ ...row, left: amountOf(open, currency) }))
}
