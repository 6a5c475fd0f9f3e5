import { add, atLeastZero, isPositive, subtract, sum, toDecimal, zero } from '@usance/domain/money'
import { accruedOn } from '@usance/domain/servicing/accrued'
import { principalOn } from '@usance/domain/servicing/life'
import type { arCalls } from '@usance/wire/ar/calls'
import { sql } from 'kysely'
import { openStatuses } from '../../books/servicing/open-statuses.ts'
import { openOn, ordersSeen } from '../../books/servicing/orders-seen.ts'
import { amountOf, amountText } from '../../database/amount.ts'
import { elevate } from '../../database/database.ts'
import type { Handler, Reading } from '../../http/context.ts'
import { own } from '../../trade/invoice/own-receivables.ts'
import { financingsAt } from './financings-at.ts'
import { type ArRequest, ofBuyers, queryOf, reduction } from './population.ts'
import { shared } from './shared-answers.ts'

/** Principal of an item at a past day: the advance less what receipts valued up to it have paid; nothing once given up. */
const principalAt = (asOf: string) => sql`case when exists (
    select 1 from write_off w where w.order_id = o.id and w.status = 'PASSED' and w.written_off_on <= ${asOf}::date) then 0
  else i.apply_amount - coalesce((select sum(a.amount) from allocation a join repayment r on r.id = a.repayment_id
    where a.item_id = i.id and a.component = 'PRINCIPAL' and not a.reversed and r.value_date <= ${asOf}::date), 0) end`

/** What a buyer had not paid at a day of what is financed on an item; nothing once the order has ended. A loss of the funder ends
 *  nothing of it. */
const openAt = (asOf: string) => sql`case when o.ended_on <= ${asOf}::date then 0 else ${unpaidAt(asOf)} end`
const unpaidAt = (asOf: string) => sql`(select least(i.apply_amount, greatest(0, v.outstanding
      + coalesce((select sum(${reduction}) from invoice_adjustment a where a.invoice_id = v.id and a.status = 'PASSED' and a.adjustment_date > ${asOf}::date), 0)
      + coalesce((select sum(p.amount) from invoice_payment p where p.invoice_id = v.id and p.pay_date > ${asOf}::date), 0)))
    from invoice v where v.id = i.invoice_id)`

/** Principal outstanding of funded orders on a day – the ledger's funds in use before the reserve – and the orders it stands in. Of a
 *  buyer it is what it has not paid itself of what is financed on its invoices. */
export const queryFinancingBalanceAmount: Reading<typeof arCalls.queryFinancingBalanceAmount> = async (request) => {
  const { tx, actor, body } = request
  const { asOf, today } = queryOf(request)
  const isPast = asOf < today
  // A buyer knows of disclosed orders alone; what was paid on them it does not see line by line.
  if (isPast) await elevate(tx)
  const isBuyer = actor.companyRole === 'BUYER'
  const known = isBuyer ? sql`o.disclosed` : sql`true`
  const standing = isPast
    ? { principal: isBuyer ? openAt(asOf) : principalAt(asOf), funded: sql`${known} and o.funding_date <= ${asOf}::date` }
    : { principal: openOn(actor), funded: sql`${known} and o.status in ${openStatuses(actor)}` }
  const { skipped, size } = pageOf(body, 500)
  type Found = { id: string; orderNo: string; maturity: string; principal: string }
  const { rows } = await sql<{ amount: string; count: number; orders: Found[] }>`
    with standing as materialized (
      select id, order_no, max(maturity) as maturity, sum(principal) as principal
      from (
        select o.id, o.order_no, i.maturity, ${standing.principal} as principal from finance_order_item i join ${ordersSeen(actor)} o on o.id = i.order_id
        where ${own(actor)} and o.currency = ${body.currency} and ${standing.funded} and ${ofBuyers(body.buyerCode)}) f
      where principal > 0 group by 1, 2),
    page as (select * from standing order by principal desc, order_no limit ${size} offset ${skipped})
    select coalesce(sum(principal), 0) as amount, count(*)::int as count,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'orderNo', order_no, 'maturity', maturity, 'principal', principal::text)
        order by p.principal desc, order_no), '[]') from page p) as orders from standing`.execute(tx)
  const { amount, count, orders } = rows[0]!
  return {
    amount: amountText(amount, body.currency),
    count,
    orders: orders.map((order) => ({ ...order, principal: amountText(order.principal, body.currency) })),
  }
}

/** What a page of the orders behind a figure skips and holds; the first of them when no size is asked for. */
const pageOf = ({ pageNum = 1, pageSize }: { pageNum?: number | undefined; pageSize?: number | undefined }, first: number) => {
  const size = pageSize ?? first
  return { skipped: (pageNum - 1) * size, size }
}

/** Items that mature from the day to seven days on, of the caller's own rows. */
export const maturingOf = (request: ArRequest) =>
  shared(request.body, 'maturing', async () => {
    const { asOf, currency, buyerCode } = queryOf(request)
    const { actor } = request
    const open = actor.companyRole === 'BUYER' ? sql`coalesce(${openAt(asOf)}, 0)` : sql`null::numeric`
    const { rows } = await sql<{ orderId: string; orderNo: string; id: string; maturity: string; open: string | null }>`
      select i.order_id, o.order_no, i.id, i.maturity, ${open} as open from finance_order_item i join ${ordersSeen(actor)} o on o.id = i.order_id
      where ${own(actor)} and o.currency = ${currency} and o.funding_date <= ${asOf}::date
        and i.maturity between ${asOf}::date and ${asOf}::date + 7 and ${ofBuyers(buyerCode)}
        and (${asOf}::date < ${request.today}::date or o.status in ${openStatuses(actor)}) order by i.maturity, o.order_no, i.seq`.execute(
      request.tx,
    )
    return rows
  })

/** What falls due from the day to seven days on: principal, and interest in arrears projected to maturity. An order with
 *  something overdue is not in it; a buyer owes by invoice, so that what it is late with changes nothing of the rest. A past day is
 *  told by what was known then. */
export const queryRepaymentDueInNext7DaysAmount: Handler<typeof arCalls.queryRepaymentDueInNext7DaysAmount> = async (request) => {
  const { tx } = request
  const { asOf, currency } = queryOf(request)
  const rows = await maturingOf(request)
  if (rows.length > 0) await elevate(tx)
  const inFull = rows.filter(({ open }) => open === null)
  const financings = await financingsAt(
    tx,
    inFull.map((row) => row.orderId),
    asOf,
  )
  const orders = rows.flatMap((row) => {
    if (row.open !== null) {
      const principal = amountOf(row.open, currency)
      // What the financing costs is not the buyer's business.
      const { orderId: id, orderNo, maturity } = row
      return isPositive(principal) ? [{ id, orderNo, maturity, principal, interest: zero(currency) }] : []
    }
    const found = financings.get(row.orderId)
    const item = found?.life.items.find((one) => one.itemId === row.id)
    if (!found || !item || found.isOverdue) return []
    const principal = principalOn(item, asOf)
    if (!isPositive(principal)) return []
    const paid = found.paid.get(item.itemId)?.interest ?? zero(currency)
    const interest = atLeastZero(subtract(accruedOn(found.life, item, item.maturity).interest, paid))
    return [{ id: row.orderId, orderNo: found.orderNo, maturity: item.maturity, principal, interest }]
  })
  const principal = sum(
    orders.map((order) => order.principal),
    currency,
  )
  const interest = sum(
    orders.map((order) => order.interest),
    currency,
  )
  const { skipped, size } = pageOf(request.body, 100)
  return {
    amount: toDecimal(add(principal, interest)),
    principal: toDecimal(principal),
    interest: toDecimal(interest),
    count: orders.length,
    orders: orders
      .slice(skipped, skipped + size)
      .map((order) => ({ ...order, principal: toDecimal(order.principal), interest: toDecimal(order.interest) })),
  }
}
