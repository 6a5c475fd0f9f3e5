import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { heldOf, netOfMissing } from '@usance/domain/servicing/released'
import { type RawBuilder, sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import { anyOf, type Tx } from '../../database/database.ts'
import { isDraftedRelease, paymentCounts, takenBy } from './payment-counts.ts'

/** The supplier's reserve of one item: additions by receipts and rebates, and payments to the supplier. */
export type ItemReserve = {
  orderId: string
  itemId: string
  docNo: string
  currency: string
  principalOutstanding: M.Money
  /** Added by receipts and rebates of a discount. */
  fed: M.Money
  /** Paid out by the bank. */
  paidOut: M.Money
  /** Paid out beyond what is fed, which the supplier owes as a cost of the order. */
  short: M.Money
  /** Drafted, in approval or at the bank, or with it though cancelled, or by a transfer beside the one that is paid. */
  onItsWay: M.Money
  /** What of that does not wait with settlement alone, as a draft or a failed payment does. */
  underWay: M.Money
  /** The value date of the last receipt on the item; of a waiver where nothing else has paid it. */
  lastOn: string | null
}

/** What of the releases of an order, or of an item of it, the supplier owes (decision 115), as a sum in the order's currency. */
export const shortOf = (
  orderId: RawBuilder<unknown>,
  { itemId, through }: { itemId?: RawBuilder<unknown>; through?: LocalDate } = {},
): RawBuilder<string | null> =>
  sql<
    string | null
  >`(select sum(case s.side when 'D' then s.amount else -s.amount end) from journal h join posting s on s.journal_id = h.id
    where h.order_id = ${orderId} and h.event = 'RESERVE_SHORT' and s.book = 'F' and s.account = '1220'
      ${itemId ? sql`and s.item_id = ${itemId}` : sql``} ${through ? sql`and s.value_date <= ${through}::date` : sql``})`

/** SQL: how often a release `p` takes its reserve: once, or by each transfer that the bank has of it. Its amount is never changed. */
const transfersOf = (p: string) => sql`coalesce(round(${takenBy(p)} / nullif(${sql.ref(`${p}.amount`)}, 0)), 1)`

/** Reserves item by item of the orders given, in the order of their items; paid out only through a day where one is given. */
export async function reservesOf(tx: Tx, orderIds: readonly string[], paidThrough?: LocalDate): Promise<ItemReserve[]> {
  const { rows } = await sql<{
    orderId: string
    itemId: string
    docNo: string
    currency: string
    principal: string
    fed: string
    paidOut: string
    short: string
    onItsWay: string
    underWay: string
    lastOn: string | null
  }>`
    select i.order_id, i.id as item_id, i.doc_no, o.currency, i.principal_outstanding as principal,
      coalesce(a.amount, 0) + coalesce(d.amount, 0) as fed, coalesce(r.paid, 0) as paid_out, coalesce(r.waits, 0) as on_its_way,
      coalesce(r.under_way, 0) as under_way, a.last_on,
      case when r.paid is null then 0 else coalesce(${shortOf(sql`i.order_id`, { itemId: sql`i.id` })}, 0) end as short
    from finance_order_item i join finance_order o on o.id = i.order_id
    left join lateral (
      select sum(a.amount) filter (where a.component = 'RESERVE') as amount,
        coalesce(max(p.value_date) filter (where p.payer_role not in ('WAIVER', 'RESERVE')), max(p.value_date)) as last_on
      from allocation a join repayment p on p.id = a.repayment_id
      where a.order_id = i.order_id and a.item_id = i.id and not a.reversed) a on true
    left join lateral (
      select sum(rebate - rebate_to_principal) as amount from discount_release
      where order_id = i.order_id and item_id = i.id and not reversed) d on true
    left join lateral (
      select sum(l.amount) filter (where p.status = 'PAID' ${paidThrough ? sql`and p.value_date <= ${paidThrough}` : sql``}) as paid,
        sum(l.amount * t.waiting) filter (where ${paymentCounts('p')}) as waits,
        sum(l.amount * t.waiting) filter (where ${paymentCounts('p')} and not ${isDraftedRelease}) as under_way
      from reserve_release l join payment p on p.id = l.payment_id
      cross join lateral (select ${transfersOf('p')} - case when p.status = 'PAID' then 1 else 0 end as waiting) t
      where l.item_id = i.id) r on true
    where i.order_id = ${anyOf(orderIds)} order by i.order_id, i.seq, i.id`.execute(tx)
  return rows.map(({ principal, fed, paidOut, short, onItsWay, underWay, ...row }) => ({
    ...row,
    principalOutstanding: amountOf(principal, row.currency),
    fed: amountOf(fed, row.currency),
    paidOut: amountOf(paidOut, row.currency),
    short: amountOf(short, row.currency),
    onItsWay: amountOf(onItsWay, row.currency),
    underWay: amountOf(underWay, row.currency),
  }))
}

/**
 * What of the reserve of an item a loss may not use, as it is paid out whatever becomes of the order: releases at the bank, also cancelled
 * ones that it has, up to what is held. What went out beyond that is the loss of nobody: its money has to come back.
 */
export const keptFromLoss = (reserve: ItemReserve): M.Money => M.min(reserve.underWay, M.atLeastZero(heldOf(reserve)))

/**
 * The reserve of the paid items of an order that is in no payment, item by item: what one of them lacks is taken off the others.
 */
export const freeReserves = (reserves: readonly ItemReserve[]): (ItemReserve & { amount: M.Money })[] =>
  netOfMissing(
    reserves
      .filter((one) => M.isZero(one.principalOutstanding) || M.isNegative(heldOf(one)))
      .map((one) => ({ ...one, amount: M.subtract(heldOf(one), one.onItsWay) })),
  )

/** What the funder owns of the receivable behind an item by its payments and reductions, before the books have their say. */
export type ItemDebt = {
  itemId: string
  buyer: string | null
  /** The purchase less the payments and reductions of the item; below zero where its supplier paid a claim. */
  owes: M.Money
  /** Principal that the supplier has paid, a part of `owes` that is gone. */
  takenBack: M.Money
  /** The buyer's debt by the books, of the whole order where it has one buyer. */
  owned: M.Money
  /** What the buyer still owes on the invoice. */
  debt: M.Money
}

/** The debts behind the items of an order, by maturity. The transaction sees every company. */
export async function itemDebts(tx: Tx, orderId: string, currency: string): Promise<ItemDebt[]> {
  const { rows } = await sql<{
    itemId: string
    owes: string
    takenBack: string
    buyer: string | null
    owned: string
    debt: string
  }>`
    select item_id, buyer, owes, taken_back, owned, debt from item_debts(${orderId}::uuid) order by turn`.execute(tx)
  const of = (amount: string) => amountOf(amount, currency)
  return rows.map(({ owes, takenBack, owned, debt, ...row }) => ({
    ...row,
    owes: of(owes),
    takenBack: of(takenBack),
    owned: of(owned),
    debt: of(debt),
  }))
}

/**
 * The buyers' remaining debt to the funder on the receivable behind each item: the purchase, less its payments and reductions. By
 * buyer it is what the books hold: what a supplier has taken back is owed to the supplier (decisions 110, 127, 176).
 */
export const owedOnItems = async (tx: Tx, orderId: string, currency: string): Promise<Map<string, M.Money>> =>
  (await owedOnItemsOf(tx, [{ id: orderId, currency }]))(orderId)

/** The same of some orders, by order. */
export async function owedOnItemsOf(
  tx: Tx,
  orders: readonly { id: string; currency: string }[],
): Promise<(orderId: string) => Map<string, M.Money>> {
  const found = new Map(orders.map(({ id, currency }) => [id, { currency, owed: new Map<string, M.Money>() }]))
  const { rows } =
    orders.length > 0
      ? await sql<{ orderId: string; itemId: string; owed: string }>`
          select o.id as order_id, d.item_id, d.owed from unnest(${[...found.keys()]}::uuid[]) as o(id) cross join lateral owed_on_items(o.id) d`.execute(
          tx,
        )
      : { rows: [] }
  for (const { orderId, itemId, owed } of rows) {
    const order = found.get(orderId)
    order?.owed.set(itemId, amountOf(owed, order.currency))
  }
  return (orderId) => found.get(orderId)?.owed ?? new Map()
}
