import { type LocalDate, maxDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { sql } from 'kysely'
import { dueOfItems } from '../../books/servicing/due-of-items.ts'
import { releasableReserves } from '../../books/servicing/releasable.ts'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { type Asked, type Found, onTheirWay, type Sides } from './cash-row.ts'

/** An invoice in an order, with what its buyer owes where the order still collects it, and the reserve held of it, as decimal text. */
type Reserve = Omit<Found, 'amount' | 'date'> & {
  orderId: string
  maturity: LocalDate
  isFinanced: boolean
  buyerOwes: string
  held: string
}

/**
 * The invoices of orders of which a supplier is still to get something beside the advance, and its funder to pay it, from the application
 * on: what the funder holds and has in no payment yet, and what the buyer owes while the order collects it. One on which nothing is
 * owed any more is among them while it is financed, since the others bear what it lacks. So is one that is its supplier's again and that
 * the funder reads no more, while the funder holds something of it. Only orders of which something may be expected by the last day asked for.
 */
export async function reservesSeen(tx: Tx, { me, isLender, reads }: Sides, { currency, to }: Asked): Promise<Reserve[]> {
  const { rows } = await sql<Reserve>`
    select * from (select f.id, o.id as order_id, f.maturity, 'RELEASE' as kind, o.order_no || ' / ' || f.doc_no as no,
      '/finance/finance-order/' || o.id || '/detail' as link, c.name as party_name,
      case when ${isLender} then 'OUT' else 'IN' end as direction, false as done, o.currency,
      o.status in ${onTheirWay} or f.principal_outstanding > 0 as is_financed,
      case when f.active then coalesce(i.outstanding, 0) else 0 end as buyer_owes, greatest(paid.reserve - released.amount, 0) as held
    from finance_order_item f join finance_order o on o.id = f.order_id left join invoice i on i.id = f.invoice_id
      join company c on c.id = case when ${isLender} then o.supplier_id else o.funder_id end
    cross join lateral (select coalesce(sum(a.amount) filter (where a.component = 'RESERVE'), 0)
        + coalesce((select sum(e.rebate - e.rebate_to_principal) from discount_release e where e.item_id = f.id and not e.reversed), 0) as reserve
      from allocation a where a.order_id = o.id and a.item_id = f.id and not a.reversed) paid
    cross join lateral (select coalesce(sum(l.amount), 0) as amount from reserve_release l join payment p on p.id = l.payment_id
      where l.item_id = f.id and p.status <> 'CANCELLED') released
    where f.invoice_id is not null and o.currency = ${currency} and (${reads} or o.supplier_id = ${me})
      and (o.status in ${onTheirWay} or o.status in ('FUNDED', 'PARTIALLY_REPAID', 'OVERDUE', 'SETTLED'))) x
    where buyer_owes > 0 or held > 0 or is_financed`.execute(tx)
  // The invoices of an order bear what one of them lacks: all of an order are taken, or none.
  const within = new Set(rows.filter((row) => row.maturity <= to || !row.isFinanced).map(({ orderId }) => orderId))
  return rows.filter(({ orderId }) => within.has(orderId))
}

/**
 * The reserves with amount and day. Of an invoice that is still financed its buyer's payment first repays what is due on it: principal,
 * interest in arrears at the rate in force, penalty and fees, as a payoff of that day has them; costs that nobody foresees are not taken
 * off. What one invoice lacks the reserve of the others of its order bears (decision 027), those that fall due first. Of one that is
 * repaid the reserve is expected on the day on which it may be released. The transaction sees every company.
 */
export async function withReleases(tx: Tx, reserves: readonly Reserve[], today: LocalDate): Promise<Found[]> {
  const ordersOf = (rows: readonly Reserve[]) => [...new Set(rows.map(({ orderId }) => orderId))]
  const due = await dueOfItems(
    tx,
    ordersOf(reserves.filter(({ isFinanced, buyerOwes, currency }) => isFinanced || M.isPositive(amountOf(buyerOwes, currency)))),
    today,
  )
  const repaid = ordersOf(reserves.filter(({ isFinanced }) => !isFinanced))
  const free = new Map(
    (repaid.length > 0 ? await releasableReserves(tx, today, { orderIds: repaid }) : []).map(({ itemId, from }) => [
      itemId,
      from,
    ]),
  )
  const measured = reserves.map((one) => {
    const { currency } = one
    const passes = M.subtract(amountOf(one.buyerOwes, currency), due.get(one.id) ?? M.zero(currency))
    const on = one.isFinanced ? one.maturity : (free.get(one.id) ?? one.maturity)
    return { one, on: maxDate(today, on), left: M.add(passes, amountOf(one.held, currency)) }
  })
  const lacking = new Map<string, M.Money>()
  for (const { one, left } of measured)
    if (M.isNegative(left)) lacking.set(one.orderId, M.add(lacking.get(one.orderId) ?? M.zero(one.currency), M.negate(left)))
  return measured
    .toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
    .flatMap(({ one: { orderId, maturity: _m, isFinanced: _f, buyerOwes: _b, held: _h, ...row }, on, left }) => {
      const lacks = lacking.get(orderId) ?? M.zero(row.currency)
      const borne = M.min(M.atLeastZero(left), lacks)
      lacking.set(orderId, M.subtract(lacks, borne))
      const amount = M.subtract(left, borne)
      return M.isPositive(amount) ? [{ ...row, date: on, amount: M.toDecimal(amount) }] : []
    })
}
