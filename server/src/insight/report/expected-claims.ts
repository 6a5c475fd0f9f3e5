import { type LocalDate, maxDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { claimsInTurn, claimsTogether, type InvoicePaid, type OrderAhead } from '@usance/domain/servicing/claims-in-turn'
import { sql } from 'kysely'
import { openClaims } from '../../books/servicing/claims.ts'
import { byOrder, loadFinancings, positionsAhead } from '../../books/servicing/load-order.ts'
import { reserveOwedBack } from '../../books/servicing/owed-back.ts'
import { reservesOf } from '../../books/servicing/reserves.ts'
import { amountOf } from '../../database/amount.ts'
import { anyOf, type Tx } from '../../database/database.ts'
import type { Asked, Found, Sides } from './cash-row.ts'

/** An open claim on a supplier, with its order and what is left of it, as decimal text. */
type Claim = Omit<Found, 'amount'> & { orderId: string; left: string }

/** Open claims of which something may be expected by the last day asked for, the first due of each order first. */
export async function claimsSeen(tx: Tx, { me, isLender, reads }: Sides, { currency, to, today }: Asked): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
    select c.id, c.order_id, greatest(c.due_date, ${today}::date) as date, 'REPAYMENT' as kind, o.order_no as no,
      '/finance/finance-order/' || o.id || '/detail' as link, p.name as party_name,
      case when ${isLender} then 'IN' else 'OUT' end as direction, false as done, c.currency, c.open as left
    from ${openClaims} c join finance_order o on o.id = c.order_id
      join company p on p.id = case when ${isLender} then c.supplier_id else c.funder_id end
    where c.reason <> ${reserveOwedBack} and c.currency = ${currency}
      and (${reads} or c.supplier_id = ${me}) and greatest(c.due_date, ${today}::date) <= ${to}
    order by c.due_date, c.id`.execute(tx)
  return rows
}

/**
 * Each claim as what settles it on its day (decision 240): after the claims of its order that are due before it, and after the invoices of
 * its order that are (decision 279). The transaction sees every company.
 */
export async function claimsExpected(tx: Tx, claims: readonly Claim[], today: LocalDate): Promise<Found[]> {
  const ids = [...new Set(claims.map(({ orderId }) => orderId))]
  const ahead = await ordersAhead(tx, ids, today)
  const claimsIn = byOrder(claims)
  return ids.flatMap((id) => {
    const order = ahead.get(id)
    const due = claimsIn(id).map(({ date, left, currency }) => ({ on: date, left: amountOf(left, currency) }))
    const settles = order ? claimsInTurn(order, due) : due.map(({ left }) => left)
    return claimsIn(id).flatMap(({ orderId: _, left: _left, ...row }, index) => {
      const amount = settles[index]!
      return M.isPositive(amount) ? [{ ...row, amount: M.toDecimal(amount) }] : []
    })
  })
}

/**
 * What the payment of the open claims of some orders takes off what they owe when it falls due, order by order. Costs count as far as they
 * are of that day: the penalty of a later day is in no debt of this one. What an invoice due before that day pays itself is not among them.
 * The transaction sees every company.
 */
export async function loweredByClaims(tx: Tx, orderIds: readonly string[], today: LocalDate): Promise<Map<string, M.Money>> {
  const { rows } = await sql<{ orderId: string; on: LocalDate; maturity: LocalDate }>`
    select c.order_id, max(c.due_date) as "on", o.maturity from ${openClaims} c join finance_order o on o.id = c.order_id
    where c.order_id = any(${[...orderIds]}::uuid[]) and c.reason <> ${reserveOwedBack} group by 1, 3`.execute(tx)
  const ahead = await ordersAhead(
    tx,
    rows.map(({ orderId }) => orderId),
    today,
  )
  return new Map(
    rows.flatMap(({ orderId, on, maturity }) => {
      const order = ahead.get(orderId)
      const due = maxDate(today, maturity)
      const day = maxDate(today, on < due ? on : due)
      return order ? [[orderId, claimsTogether(order, day).lowers] as const] : []
    }),
  )
}

/** Some orders with what their buyers are expected to pay, each invoice whole on the day it is due, or today where that is past. */
async function ordersAhead(tx: Tx, orderIds: readonly string[], today: LocalDate): Promise<Map<string, OrderAhead>> {
  const ids = [...new Set(orderIds)]
  if (ids.length === 0) return new Map()
  const financings = await loadFinancings(tx, ids)
  const positionAhead = await positionsAhead(tx, [...financings.values()])
  const reservesIn = byOrder(await reservesOf(tx, ids))
  const invoicesIn = byOrder(await invoicesExpected(tx, ids, today))
  return new Map(
    [...financings].map(([id, financing]) => {
      const position = positionAhead(financing)
      const fed = new Map(reservesIn(id).map((one) => [one.itemId, one.fed]))
      return [id, { position, fed, invoices: invoicesIn(id) }]
    }),
  )
}

/** What buyers are expected to pay on the invoices that some orders collect: what they still owe. */
async function invoicesExpected(
  tx: Tx,
  orderIds: readonly string[],
  today: LocalDate,
): Promise<(InvoicePaid & { orderId: string })[]> {
  const { rows } = await sql<{ orderId: string; itemId: string; on: LocalDate; outstanding: string; currency: string }>`
    select f.order_id, f.id as item_id, greatest(f.maturity, ${today}::date) as "on", i.outstanding, i.currency
    from finance_order_item f join invoice i on i.id = f.invoice_id
    where f.order_id = ${anyOf(orderIds)} and f.active and i.outstanding > 0
    order by f.maturity, f.doc_no, f.id`.execute(tx)
  return rows.map(({ outstanding, currency, ...row }) => ({ ...row, amount: amountOf(outstanding, currency) }))
}
