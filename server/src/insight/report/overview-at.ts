import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { principalOn } from '@usance/domain/servicing/life'
import type { OverviewFigure } from '@usance/wire/report/calls'
import { sql } from 'kysely'
import { claimsByDay } from '../../books/servicing/claims.ts'
import { ordersPriced } from '../../books/servicing/orders-seen.ts'
import { refundsOwedTo } from '../../books/servicing/refunds-owed.ts'
import { shortOf } from '../../books/servicing/reserves.ts'
import { amountOf } from '../../database/amount.ts'
import { elevate, type Tx } from '../../database/database.ts'
import type { Actor } from '../../http/context.ts'
import { financingsAt } from '../ar/financings-at.ts'
import { claimRows, type Row } from './overview-row.ts'

/** What the books and the orders can tell of any day. Limits, locked amounts and what a pool may carry are kept for today. */
export const figuresOfAnyDay: readonly OverviewFigure[] = [
  'USED',
  'FIU',
  'OVERDUE',
  'RESERVE_HELD',
  'RESERVE_RELEASABLE',
  'INTEREST_DUE',
  'FEES_DUE',
  'CLAIMS',
  'REFUNDS_PENDING',
]

type Books = { orderId: string; fiu: string; reserve: string; interest: string; fees: string; claims: string; refunds: string }

/** Entries of a past day and before that were booked after it: by so many the figures differ from those that were read on the day. */
export type BookedLater = { entries: number; lastOn: LocalDate }

/** The later entries on the accounts that the figures of a past day read, or null where all was booked in time. */
export async function bookedLaterThan(tx: Tx, orderIds: readonly string[], asOf: LocalDate): Promise<BookedLater | null> {
  const { rows } = await sql<{ entries: number; lastOn: LocalDate | null }>`
    select count(distinct j.id)::int as entries, max(j.posted_on) as last_on
    from posting p join journal j on j.id = p.journal_id
    where p.order_id = any(${orderIds}::uuid[]) and p.book = 'F' and p.account in ('1100', '1150', '1300', '2000', '1200', '1210', '1220', '2200')
      and p.value_date <= ${asOf}::date and j.posted_on > ${asOf}::date`.execute(tx)
  const { entries = 0, lastOn = null } = rows[0] ?? {}
  return lastOn === null ? null : { entries, lastOn }
}

/**
 * The rows behind the figures at the close of a past day, the orders they are of, and what of their use is no money of the funder, order by
 * order: reserve freed by then or owed back. The rows are the funder's books by value date, and each order's life cut off after the day. Which orders count is decided under the caller's own
 * row-level security, and by the caller's seat.
 */
export async function rowsAt(
  { tx, actor }: { tx: Tx; actor: Actor },
  asOf: LocalDate,
  currency?: string,
): Promise<{ rows: Row[]; orderIds: string[]; notInUse: Map<string, M.Money> }> {
  const orders = await tx
    .selectFrom(ordersPriced(actor).as('o'))
    .innerJoin('company as s', 's.id', 'o.supplierId')
    .select(['o.id', 'o.orderNo', 'o.currency', 'o.maturity', 's.name as partyName'])
    .where('o.fundingDate', '<=', asOf)
    .$if(currency !== undefined, (query) => query.where('o.currency', '=', currency!))
    .orderBy('o.orderNo')
    .execute()
  await elevate(tx)
  const ids = orders.map((one) => one.id)
  if (ids.length === 0) return { rows: [], orderIds: ids, notInUse: new Map() }
  const { rows: books } = await sql<Books>`
    select p.order_id, coalesce(sum(v.amount) filter (where p.account in ('1100', '1150', '1300', '2000')), 0) as fiu,
      coalesce(-sum(v.amount) filter (where p.account = '2000'), 0) as reserve,
      coalesce(sum(v.amount) filter (where p.account in ('1200', '1210')), 0) as interest,
      coalesce(sum(v.amount) filter (where p.account = '1220'), 0) as fees,
      coalesce(sum(v.amount) filter (where p.account = '1300'), 0) as claims,
      case when ${actor.staff} or o.funder_id = ${actor.companyId} then coalesce(-sum(v.amount) filter (where p.account = '2200'), 0)
        else ${refundsOwedTo(actor.companyId, asOf)} end as refunds
    from posting p join finance_order o on o.id = p.order_id and o.currency = p.currency
      cross join lateral (select case p.side when 'D' then p.amount else -p.amount end as amount) v
    where p.order_id = any(${ids}::uuid[]) and p.book = 'F' and p.value_date <= ${asOf}::date group by p.order_id, o.id`.execute(
    tx,
  )
  const { rows: reserves } = await sql<{ orderId: string; itemId: string; amount: string }>`
    select x.order_id, x.id as item_id,
      coalesce((select sum(a.amount) from allocation a join repayment r on r.id = a.repayment_id
        where a.item_id = x.id and a.component = 'RESERVE' and not a.reversed and r.value_date <= ${asOf}::date), 0)
      + coalesce((select sum(d.rebate - d.rebate_to_principal) from discount_release d
        where d.item_id = x.id and not d.reversed and d.value_date <= ${asOf}::date), 0)
      - coalesce((select sum(l.amount) from reserve_release l join payment p on p.id = l.payment_id
        where l.item_id = x.id and p.status = 'PAID' and p.value_date <= ${asOf}::date), 0)
      + coalesce(${shortOf(sql`x.order_id`, { itemId: sql`x.id`, through: asOf })}, 0) as amount
    from finance_order_item x where x.order_id = any(${ids}::uuid[])`.execute(tx)
  const freedOf = (order: { id: string; currency: string }, counts: (itemId: string) => boolean) =>
    M.sum(
      reserves.filter((one) => one.orderId === order.id && counts(one.itemId)).map((one) => amountOf(one.amount, order.currency)),
      order.currency,
    )
  const lives = await financingsAt(tx, ids, asOf)
  const owedBackOn = (order: { id: string; currency: string }) => lives.get(order.id)?.owedBack ?? M.zero(order.currency)
  const notInUse = new Map(
    orders.map((order) => [
      order.id,
      M.add(
        freedOf(order, () => true),
        owedBackOn(order),
      ),
    ]),
  )
  const currencies = new Map(orders.map(({ id, currency }) => [id, currency]))
  const claims = books.flatMap(({ orderId, claims: booked }) => {
    const currency = currencies.get(orderId)
    return currency ? [{ orderId, booked: amountOf(booked, currency) }] : []
  })
  const calendarsOf = (id: string) => lives.get(id)?.life.terms.calendars ?? []
  const days = await claimsByDay(
    tx,
    claims.filter(({ booked }) => !M.isZero(booked)),
    { on: asOf, calendarsOf },
  )
  const rows = orders.flatMap((order): Row[] => {
    const life = lives.get(order.id)
    const principal = M.sum(
      (life?.life.items ?? []).map((item) => principalOn(item, asOf)),
      order.currency,
    )
    const used = M.add(principal, owedBackOn(order))
    const none = M.zero(order.currency)
    const isPaid = new Set(
      (life?.life.items ?? []).filter((item) => M.isZero(principalOn(item, asOf))).map((item) => item.itemId),
    )
    const booked = books.find((one) => one.orderId === order.id)
    const money = (text: string | undefined) => amountOf(text ?? '0', order.currency)
    const amounts: [OverviewFigure, M.Money][] = [
      ['USED', used],
      ['FIU', money(booked?.fiu)],
      ['OVERDUE', life?.isOverdue ? used : none],
      ['RESERVE_HELD', money(booked?.reserve)],
      // What buyers have filled since a loss is the supplier's once the loss is recovered: a lost order has no life, and no unpaid item.
      ['RESERVE_RELEASABLE', freedOf(order, (itemId) => life === undefined || isPaid.has(itemId))],
      ['INTEREST_DUE', money(booked?.interest)],
      ['FEES_DUE', money(booked?.fees)],
      ['CLAIMS', money(booked?.claims)],
      ['REFUNDS_PENDING', money(booked?.refunds)],
    ]
    return amounts
      .filter(([, amount]) => !M.isZero(amount))
      .map(
        ([figure, amount]): Row => ({
          figure,
          currency: order.currency,
          kind: 'ORDER',
          id: order.id,
          no: order.orderNo,
          partyName: order.partyName,
          amount: M.toDecimal(amount),
          date: order.maturity,
        }),
      )
      .flatMap((row) => (row.figure === 'CLAIMS' ? claimRows(row, days) : [row]))
  })
  return { rows, orderIds: ids, notInUse }
}
