import { addBusinessDays, type Calendar, calendarCodesFor } from '@usance/domain/calendar'
import { dateOrder, type LocalDate, maxDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { type AheadOfOrder, freeFrom } from '@usance/domain/servicing/order-ahead'
import { heldOf } from '@usance/domain/servicing/released'
import { sql } from 'kysely'
import { calendarsOf } from '../../books/servicing/calendars.ts'
import { dueOfItems } from '../../books/servicing/due-of-items.ts'
import { runningStatuses } from '../../books/servicing/open-statuses.ts'
import { paymentCounts } from '../../books/servicing/payment-counts.ts'
import { claimsDue, releaseAfterBd } from '../../books/servicing/releasable.ts'
import { freeReserves } from '../../books/servicing/reserves.ts'
import { agreedTermsFor } from '../../books/servicing/terms.ts'
import { amountOf } from '../../database/amount.ts'
import { anyOf, type Tx } from '../../database/database.ts'
import type { ReservesNow } from './ahead-of-orders.ts'
import { type Asked, type Found, onTheirWay, type Sides } from './cash-row.ts'

/** An invoice in an order, with what its buyer owes where its funder still collects it, once it is settled too, as decimal text. */
type Reserve = Omit<Found, 'amount' | 'date'> & {
  orderId: string
  maturity: LocalDate
  isFinanced: boolean
  buyerOwes: string
}

/**
 * The invoices of orders of which a supplier is still to get something beside the advance, and its funder to pay it, from the application
 * on: what the funder holds and has in no payment yet, and what the buyer owes while the order collects it. One on which nothing is
 * owed any more is among them while it is financed, since the others bear what it lacks. So is one that is its supplier's again and that
 * the funder reads no more, while the funder holds something of it, or while its order owes costs. Only orders of which something may be
 * expected by the last day asked for.
 */
export async function reservesSeen(tx: Tx, { isLender, reads, sells }: Sides, { currency, to }: Asked): Promise<Reserve[]> {
  const { rows } = await sql<Reserve>`
    select id, order_id, maturity, kind, no, link, party_name, direction, done, currency, is_financed, buyer_owes from (select f.id, o.id as order_id, f.maturity, 'RELEASE' as kind, o.order_no || ' / ' || f.doc_no as no,
      '/finance/finance-order/' || o.id || '/detail' as link, c.name as party_name,
      case when ${isLender} then 'OUT' else 'IN' end as direction, false as done, o.currency,
      o.status in ${onTheirWay} or f.principal_outstanding > 0 as is_financed,
      o.status in ${onTheirWay} or o.status in ${runningStatuses} as owes,
      case when f.active then coalesce(i.outstanding, 0)
        when o.status = 'SETTLED' and i.finance_status = 'SETTLED' and i.outstanding > 0 then rest_to_funder(i.id, o.id)
        else 0 end as buyer_owes, paid.reserve > released.amount as holds
    from finance_order_item f join finance_order o on o.id = f.order_id left join invoice i on i.id = f.invoice_id
      join company c on c.id = case when ${isLender} then o.supplier_id else o.funder_id end
    cross join lateral (select coalesce(sum(a.amount) filter (where a.component = 'RESERVE'), 0)
        + coalesce((select sum(e.rebate - e.rebate_to_principal) from discount_release e where e.item_id = f.id and not e.reversed), 0) as reserve
      from allocation a where a.order_id = o.id and a.item_id = f.id and not a.reversed) paid
    cross join lateral (select coalesce(sum(l.amount), 0) as amount from reserve_release l join payment p on p.id = l.payment_id
      where l.item_id = f.id and ${paymentCounts('p')}) released
    where f.invoice_id is not null and o.currency = ${currency} and (${reads} or ${sells})
      and (o.status in ${onTheirWay} or o.status in ${runningStatuses} or o.status = 'SETTLED')) x
    where buyer_owes > 0 or holds or owes`.execute(tx)
  // The invoices of an order bear what one of them lacks: all of an order are taken, or none.
  const within = new Set(rows.filter((row) => row.maturity <= to || !row.isFinanced).map(({ orderId }) => orderId))
  return rows.filter(({ orderId }) => within.has(orderId))
}

/** What follows for the orders that are funded. */
type Ahead = ReservesNow & { ahead: ReadonlyMap<string, AheadOfOrder> }

/**
 * The reserves with amount and day, and what no reserve bears of the costs of an order, which is the supplier's to pay (decision 081). Of
 * orders that are funded both are what is left when everybody pays as forecast (decision 291); of others they are what the accepted price
 * leaves. The transaction sees every company.
 */
export async function withReleases(tx: Tx, reserves: readonly Reserve[], now: Ahead): Promise<Found[]> {
  const funded = reserves.filter(({ orderId }) => now.ahead.has(orderId))
  const priced = reserves.filter(({ orderId }) => !now.ahead.has(orderId))
  return [...(await ofFunded(tx, funded, now)), ...(await ofPriced(tx, priced, now.today))]
}

/** What is held of each invoice and free, and what each receipt adds to it from the one that repays the invoice on, on the day it may be paid. */
async function ofFunded(tx: Tx, reserves: readonly Reserve[], { ahead, reservesIn, today }: Ahead): Promise<Found[]> {
  const blockedTo = await claimsDue(tx, ordersOf(reserves))
  const { heldIn, beyond } = heldNow(reserves, reservesIn)
  const released = reserves
    .flatMap((one) => {
      const { reserves: all = [], standings = [] } = ahead.get(one.orderId) ?? {}
      const calendars = standings[0]?.position.order.terms.calendars ?? []
      const until = maxDate(today, blockedTo.get(one.orderId) ?? today)
      const paidFrom = (last: LocalDate) => freeFrom(standings, maxDate(until, addBusinessDays(last, releaseAfterBd, calendars)))
      const lastOn = reservesIn(one.orderId).find(({ itemId }) => itemId === one.id)?.lastOn
      const start = { on: lastOn ?? one.maturity, amount: heldIn(one), isPaid: !one.isFinanced }
      const fed = all.filter(({ itemId }) => itemId === one.id)
      return freeParts([start, ...fed], paidFrom).map((part, index) => ({ one, index, ...part }))
    })
    .toSorted((a, b) => dateOrder(a.on, b.on))
    .flatMap(({ one, index, on, amount }) => {
      const id = index === 0 ? one.id : `${one.id}-COMING${index > 1 ? `-${index}` : ''}`
      return rowOf({ ...one, id }, { on, amount: M.subtract(amount, takeOf(beyond, one, amount)) })
    })
  const costs = reserves.flatMap((one) => {
    const own = ahead.get(one.orderId)?.costs.filter(({ itemId }) => itemId === one.id) ?? []
    return own.flatMap((paid, index) => costsOf(one, paid, index))
  })
  return [...released, ...costs]
}

type Part = { on: LocalDate; amount: M.Money }

/**
 * The parts in which the reserve of an invoice is paid: what is there when the invoice is repaid, and what comes in later. A receipt before
 * the day of a part begins its wait anew.
 */
function freeParts(fed: readonly (Part & { isPaid: boolean })[], paidFrom: (last: LocalDate) => LocalDate): Part[] {
  const parts: Part[] = []
  let kept: M.Money | undefined
  let from: LocalDate | undefined
  for (const { on, amount, isPaid } of fed) {
    if (from !== undefined && kept && on >= from) {
      parts.push({ on: from, amount: kept })
      kept = undefined
    }
    kept = kept ? M.add(kept, amount) : amount
    from = isPaid ? paidFrom(on) : undefined
  }
  if (from !== undefined && kept) parts.push({ on: from, amount: kept })
  return parts.filter(({ amount }) => M.isPositive(amount))
}

/**
 * Of an invoice of an order that is not funded its buyer's payment first repays what is due on it. What one invoice lacks the reserve of the
 * others of its order bears (decision 027), those that fall due first.
 */
async function ofPriced(tx: Tx, reserves: readonly Reserve[], today: LocalDate): Promise<Found[]> {
  const due = await dueOfItems(tx, ordersOf(reserves), today)
  const calendarsIn = await calendarsAgreed(tx, ordersOf(reserves))
  const measured = reserves
    .map((one) => {
      const left = M.subtract(amountOf(one.buyerOwes, one.currency), due.get(one.id) ?? M.zero(one.currency))
      return { one, on: maxDate(today, one.maturity), left }
    })
    .toSorted((a, b) => dateOrder(a.on, b.on))
  const lacking = measured.filter(({ left }) => M.isNegative(left))
  const lacks = sumsOf(lacking.map(({ one, left }) => ({ ...one, amount: M.negate(left) })))
  const released = measured.flatMap(({ one, on, left }) => {
    const bears = M.atLeastZero(left)
    const paidOn = addBusinessDays(on, releaseAfterBd, calendarsIn.get(one.orderId) ?? [])
    return rowOf(one, { on: paidOn, amount: M.subtract(bears, takeOf(lacks, one, bears)) })
  })
  // Reserves bear what is due first, so that what is left stands with the invoices that fall due last.
  const owed = lacking
    .toReversed()
    .flatMap(({ one, on, left }) => costsOf(one, { on, amount: takeOf(lacks, one, M.negate(left)) }))
  return [...released, ...owed]
}

/** The calendars that were agreed with the price of some orders. */
async function calendarsAgreed(tx: Tx, orderIds: readonly string[]): Promise<Map<string, Calendar[]>> {
  const orders = await tx
    .selectFrom('financeOrder')
    .select(['id', 'productId', 'currency', 'agreedTerms'])
    .where('id', '=', anyOf(orderIds))
    .execute()
  const found = new Map<string, Calendar[]>()
  for (const order of orders) {
    const { calendars } = await agreedTermsFor(tx, order)
    found.set(order.id, await calendarsOf(tx, calendarCodesFor(calendars, order.currency)))
  }
  return found
}

/** What the supplier pays of the costs of an invoice. */
function costsOf(one: Reserve, paid: Part, index = 0): Found[] {
  const direction = one.direction === 'IN' ? 'OUT' : 'IN'
  return rowOf({ ...one, id: `${one.id}-COSTS${index > 0 ? `-${index}` : ''}`, kind: 'REPAYMENT', direction }, paid)
}

/**
 * What is held of each invoice and in no payment, of those that are repaid what may be released, and what the bank has of each order beyond
 * that.
 */
function heldNow(rows: readonly Reserve[], reservesIn: ReservesNow['reservesIn']) {
  const [held, beyond] = [new Map<string, M.Money>(), new Map<string, M.Money>()]
  for (const { orderId, currency } of new Map(rows.map((row) => [row.orderId, row])).values()) {
    const ofOrder = reservesIn(orderId)
    const left = ofOrder.map((one) => ({ ...one, amount: M.subtract(heldOf(one), one.onItsWay) }))
    const financed = left.filter((one) => !M.isZero(one.principalOutstanding) && M.isPositive(one.amount))
    const found = [...freeReserves(ofOrder), ...financed]
    for (const { itemId, amount } of found) held.set(itemId, amount)
    const sum = (all: readonly { amount: M.Money }[]) => all.reduce((sum, { amount }) => M.add(sum, amount), M.zero(currency))
    beyond.set(orderId, M.subtract(sum(found), sum(left)))
  }
  return { heldIn: ({ id, currency }: Reserve) => held.get(id) ?? M.zero(currency), beyond }
}

type OfOrder = { orderId: string; currency: string }

const ordersOf = (rows: readonly { orderId: string }[]) => [...new Set(rows.map(({ orderId }) => orderId))]

const sumsOf = (rows: readonly (OfOrder & { amount: M.Money })[]): Map<string, M.Money> => {
  const sums = new Map<string, M.Money>()
  for (const { orderId, currency, amount } of rows) sums.set(orderId, M.add(sums.get(orderId) ?? M.zero(currency), amount))
  return sums
}

/** Takes up to an amount off what is left of an order, and says how much that was. */
function takeOf(left: Map<string, M.Money>, { orderId, currency }: OfOrder, most = M.zero(currency)): M.Money {
  const before = left.get(orderId) ?? M.zero(currency)
  const taken = M.min(most, before)
  left.set(orderId, M.subtract(before, taken))
  return taken
}

const rowOf = (one: Reserve, { on, amount }: { on: LocalDate; amount: M.Money }): Found[] => {
  const { orderId: _o, maturity: _m, isFinanced: _f, buyerOwes: _b, ...row } = one
  return M.isPositive(amount) ? [{ ...row, date: on, amount: M.toDecimal(amount) }] : []
}
