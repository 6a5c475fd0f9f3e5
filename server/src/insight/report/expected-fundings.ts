import { type LocalDate, maxDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { type RawBuilder, sql } from 'kysely'
import { previewConversion } from '../../books/servicing/convert-order.ts'
import { type Financing, loadFinancings } from '../../books/servicing/load-order.ts'
import { paymentGoesOut } from '../../books/servicing/payment-counts.ts'
import { typeSeen } from '../../books/servicing/payments-seen.ts'
import { amountOf } from '../../database/amount.ts'
import { anyOf, type Tx } from '../../database/database.ts'
import type { OrderRow } from '../../finance/finance-order/move-order.ts'
import { onPaymentDay } from '../../finance/finance-order/payment-day.ts'
import type { Actor, UseCaseContext } from '../../http/context.ts'
import type { Asked, Found, Sides } from './cash-row.ts'

/** The funding of an order that is paid late, as the caller expects it: as the drafted payment that it reads, or else as a drawing. */
export type LateFunding = Omit<Found, 'amount' | 'date'> & { orderId: string }

/**
 * SQL: whether an order `o` is paid late, for the price of another day: its own day is over, and no payment of it is past its draft. What
 * is in approval or at the bank is paid as it was instructed.
 */
export const isPaidLate = (today: LocalDate): RawBuilder<boolean> =>
  sql<boolean>`(o.status = 'RIGHT_CONFIRMED' and o.requested_funding_date < ${today}::date
    and not exists (select from payment s where s.order_id = o.id and s.type = 'FUNDING' and s.status <> 'DRAFT' and ${paymentGoesOut('s')}))`

/**
 * The fundings of orders that are paid late. Who pays reads the drafted payment, with the right to it; the supplier is told of none yet.
 */
export async function lateFundingsSeen(
  tx: Tx,
  actor: Actor,
  { isLender, reads, sells }: Sides,
  { currency, to, today }: Asked,
): Promise<LateFunding[]> {
  // Nothing is expected of a day that is over.
  if (to < today) return []
  const { rows } = await sql<LateFunding>`
    select coalesce(d.id, o.id) as id, case when d.id is null then 'DRAWING' else 'FUNDING' end as kind, coalesce(d.no, o.order_no) as no,
      '/finance/finance-order/' || o.id || '/detail' as link, c.name as party_name, case when ${isLender} then 'OUT' else 'IN' end as direction,
      false as done, o.currency, o.id as order_id
    from finance_order o join company c on c.id = case when ${isLender} then o.supplier_id else o.funder_id end
      left join payment d on d.order_id = o.id and d.type = 'FUNDING' and d.status = 'DRAFT' and ${isLender}
    where o.currency = ${currency} and ${isPaidLate(today)}
      and case when d.id is null then ${reads} or ${sells} else ${typeSeen(actor, 'd')} end`.execute(tx)
  return rows
}

/** The day on which the payment of an order is expected, with the price of that day where it is not the accepted one. */
export type PriceOf = (order: OrderRow) => ReturnType<typeof onPaymentDay>

/** Prices each order that is paid late for its payment day, once for one report. Sees every company. */
export function pricesOf(context: Pick<UseCaseContext, 'tx' | 'app' | 'today' | 'now'>): PriceOf {
  const known = new Map<string, ReturnType<typeof onPaymentDay>>()
  return (order) => {
    const price = known.get(order.id) ?? onPaymentDay(context, order)
    known.set(order.id, price)
    return price
  }
}

/** An order stands at its accepted price until its day is over. */
export const asAccepted =
  (today: LocalDate): PriceOf =>
  async ({ requestedFundingDate }) => ({ on: maxDate(requestedFundingDate, today), priced: undefined })

/** What a conversion pays out on its day, what it lacks then, and its share of the loan's debts. Sees every company. */
export async function conversionOn(tx: Tx, child: OrderRow, parent: Financing, priceOf: PriceOf) {
  const { on, priced } = await priceOf(child)
  const { settlement, share, owed, toppedUp } = await previewConversion(tx, { ...child, requestedFundingDate: on }, parent, on)
  const { topUp, cash } = priced ? { topUp: priced.trial.total.topUp, cash: priced.trial.total.cashToSupplier } : settlement
  return {
    ...{ on, share, owed },
    lacking: M.atLeastZero(M.subtract(topUp, toppedUp)),
    drawn: M.atLeastZero(M.subtract(M.add(cash, toppedUp), topUp)),
  }
}

/** The fundings that are paid late, on the day and at the amount at which they can be paid. Sees every company. */
export async function withPaymentDays(tx: Tx, fundings: readonly LateFunding[], priceOf: PriceOf): Promise<Found[]> {
  const ids = fundings.map(({ orderId }) => orderId)
  const stored = await tx.selectFrom('financeOrder').selectAll().where('id', '=', anyOf(ids)).execute()
  const orders = new Map(stored.map((order) => [order.id, order]))
  const parents = await loadFinancings(
    tx,
    stored.flatMap(({ arpOfOrderId }) => arpOfOrderId ?? []),
  )
  const rows: Found[] = []
  for (const { orderId, ...row } of fundings) {
    const order = orders.get(orderId)
    if (!order) continue
    const parent = order.arpOfOrderId === null ? undefined : parents.get(order.arpOfOrderId)
    const { on, amount } = parent ? await convertedOn(tx, order, parent, priceOf) : await paidOn(order, priceOf)
    if (M.isPositive(amount)) rows.push({ ...row, date: on, amount: M.toDecimal(amount) })
  }
  return rows
}

async function convertedOn(tx: Tx, order: OrderRow, parent: Financing, priceOf: PriceOf) {
  const { on, drawn } = await conversionOn(tx, order, parent, priceOf)
  return { on, amount: drawn }
}

async function paidOn(order: OrderRow, priceOf: PriceOf) {
  const { on, priced } = await priceOf(order)
  return { on, amount: priced ? priced.trial.total.net : amountOf(order.netAmount, order.currency) }
}
