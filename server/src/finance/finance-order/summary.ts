import { toDecimal } from '@usance/domain/money'
import type { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { sql } from 'kysely'
import { owedLosses } from '../../books/servicing/losses.ts'
import { openStatuses, owingStatuses } from '../../books/servicing/open-statuses.ts'
import { isPastGraceOn, openOn, ordersSeen } from '../../books/servicing/orders-seen.ts'
import { isOwnOn } from '../../books/servicing/side-of-seat.ts'
import { lockedBy, usedBy } from '../../books/servicing/used-by.ts'
import { amountText } from '../../database/amount.ts'
import { elevate, type Tx } from '../../database/database.ts'
import type { Actor, Handler } from '../../http/context.ts'
import { own } from '../../trade/invoice/own-receivables.ts'
import { freeOfFacilities } from './limits.ts'

/**
 * Limits, use and financing of the caller's company by currency. Available is what an order could still take of its limits, those
 * in other currencies included. It is unknown where there is none, or where a rate is missing. A facility is the supplier's: the seat of a
 * buyer reads none. A buyer's financing is its own debt, invoice by invoice, which a loss of the funder leaves as it is (decision 097).
 */
export const summaryCompany: Handler<typeof financeOrderCalls.summaryCompany> = async ({ tx, actor, today }) => {
  const isBuyer = actor.companyRole === 'BUYER'
  const used = usedBy('o', openStatuses(actor))
  const falling = isBuyer ? owingStatuses : sql`('FUNDED', 'PARTIALLY_REPAID')`
  const ofSupplier = actor.staff ? sql`true` : isOwnOn(actor, 'SUPPLIER', 'l.supplier_id')
  const mine =
    actor.companyRole === 'FUNDER'
      ? sql`l.type = 'FUNDER' and l.funder_id = ${actor.companyId}`
      : sql`l.type = 'SUPPLIER_FACILITY' and ${ofSupplier}`
  const inForce = sql`credit_limit l
    where ${mine} and l.status = 'ENABLE' and ${today}::date between l.effective_date and l.expiry_date`
  // A supplier whose facilities have all ended is stopped; one that is switched off, or still to come, caps nothing.
  const isOver =
    actor.companyRole === 'FUNDER'
      ? sql`false`
      : sql`(select max(l.expiry_date) from credit_limit l where ${mine} and l.status = 'ENABLE') < ${today}::date`
  const limits = await sql<{ id: string; currency: string }>`
    select l.id, l.currency from ${inForce}`.execute(tx)
  const orders = await sql<{ currency: string; status: string; n: number; principal: string; taken: string }>`
    select o.currency, o.status, count(*)::int as n, sum(o.principal_outstanding) as principal, sum(o.finance_amount) as taken from ${ordersSeen(actor)} o where ${own(actor, 'o')} group by 1, 2`.execute(
    tx,
  )
  const currencies = [...new Set([...limits.rows.map((row) => row.currency), ...orders.rows.map((row) => row.currency)])].sort()
  const figures = await sql<{
    currency: string
    lim: string | null
    used: string
    locked: string
    financing: string
    overdue: string
    dueSoon: string
  }>`
    select c as currency, coalesce(l.amount, case when ${isOver} then 0 end) as lim, coalesce(u.used, 0) + coalesce(u.locked, 0) as used, coalesce(u.locked, 0) as locked, coalesce(d.due, 0) as due_soon, coalesce(u.financing, 0) as financing, coalesce(u.overdue, 0) as overdue
    from unnest(${currencies}::text[]) c
    left join (select l.currency, sum(l.amount) as amount from ${inForce} group by 1) l on l.currency = c
    left join (select o.currency, sum(${used}) as used,
        sum(${lockedBy('o')}) as locked, sum(o.principal_outstanding) as financing, sum(case when o.status = 'OVERDUE' then ${used} else 0 end) as overdue
      from ${ordersSeen(actor)} o where ${own(actor, 'o')} group by 1) u on u.currency = c
    left join (select o.currency, sum(${openOn(actor)}) as due from finance_order_item i join ${ordersSeen(actor)} o on o.id = i.order_id
      where ${own(actor)} and o.status in ${falling} and i.maturity between ${today}::date and ${today}::date + 7 group by 1) d on d.currency = c
    order by 1`.execute(tx)
  const late = isBuyer ? await lateDebt(tx, actor, today) : undefined
  // What counts against a limit is used across companies, also where the caller sees the limit alone.
  await elevate(tx)
  const freeIn = await freeOfFacilities(
    tx,
    limits.rows.map(({ id }) => id),
    today,
    currencies,
  )
  const lost = new Map((await lossesOf(tx, actor)).map((one) => [one.currency, one.lost]))
  const available = (currency: string) => {
    const free = freeIn.get(currency)
    return free ? toDecimal(free) : null
  }
  return figures.rows.map((row) => ({
    currency: row.currency,
    limit: row.lim === null ? null : amountText(row.lim, row.currency),
    used: amountText(row.used, row.currency),
    locked: amountText(row.locked, row.currency),
    available: available(row.currency),
    financing: amountText(row.financing, row.currency),
    overdue: amountText(late ? (late.get(row.currency) ?? '0') : row.overdue, row.currency),
    dueNext7Days: amountText(row.dueSoon, row.currency),
    lost: amountText(lost.get(row.currency) ?? '0', row.currency),
    ordersByStatus: Object.fromEntries(
      orders.rows.filter((order) => order.currency === row.currency).map((order) => [order.status, order.n]),
    ),
  }))
}

/** The losses that count against the limits that the caller reads, by currency; a buyer has none. The transaction sees every company. */
async function lossesOf(tx: Tx, actor: Actor): Promise<{ currency: string; lost: string }[]> {
  if (actor.companyRole === 'BUYER') return []
  const { rows } = await sql<{ currency: string; lost: string }>`
    select o.currency, sum(d.owed) as lost from ${owedLosses} and ${own(actor, 'o')} group by 1`.execute(tx)
  return rows
}

/**
 * What a buyer owes by currency on invoices that are past their last day of grace. Its part of an order of several buyers does not
 * show the grace, so the transaction sees everybody afterwards.
 */
async function lateDebt(tx: Tx, actor: Actor, today: string): Promise<Map<string, string>> {
  await elevate(tx)
  const { rows } = await sql<{ currency: string; late: string }>`
    select o.currency, sum(${openOn(actor)}) as late
    from finance_order_item i join ${ordersSeen(actor)} seen on seen.id = i.order_id join finance_order o on o.id = i.order_id
      left join invoice v on v.id = i.invoice_id
    where ${own(actor)} and o.disclosed and seen.status in ${owingStatuses} and ${isPastGraceOn(sql`${today}::date`)} group by 1`.execute(
    tx,
  )
  return new Map(rows.map(({ currency, late }) => [currency, late]))
}
