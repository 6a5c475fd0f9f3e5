import { scaleOf } from '@usance/domain/currencies'
import { add, atLeastZero, isPositive, min, subtract, sum, toDecimal, zero } from '@usance/domain/money'
import { accruedOn } from '@usance/domain/servicing/accrued'
import { principalOn } from '@usance/domain/servicing/life'
import type { arCalls } from '@usance/wire/ar/calls'
import { sql } from 'kysely'
import { amountOf, amountText } from '../../database/amount.ts'
import { elevate } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { financingsAt } from './financings-at.ts'
import { ofBuyers, own, queryOf } from './population.ts'

const earning = sql`('FUNDED', 'PARTIALLY_REPAID', 'OVERDUE')`

/** Principal of an item at a past day: the advance less what receipts valued up to it have paid; nothing once given up. */
const principalAt = (asOf: string) => sql`case when exists (
    select 1 from write_off w where w.order_id = o.id and w.status = 'PASSED' and w.written_off_on <= ${asOf}::date) then 0
  else i.apply_amount - coalesce((select sum(a.amount) from allocation a join repayment r on r.id = a.repayment_id
    where a.item_id = i.id and a.component = 'PRINCIPAL' and not a.reversed and r.value_date <= ${asOf}::date), 0) end`

/** Principal outstanding of funded orders on a day – the ledger's funds in use before the reserve – and the orders it stands in. */
export const queryFinancingBalanceAmount: Handler<typeof arCalls.queryFinancingBalanceAmount> = async (request) => {
  const { tx, actor, body } = request
  const { asOf, today } = queryOf(request)
  const isPast = asOf < today
  // A buyer knows of disclosed orders alone; what was paid on them it does not see line by line.
  if (isPast) await elevate(tx)
  const known = actor.companyRole === 'BUYER' ? sql`o.disclosed` : sql`true`
  const standing = isPast
    ? { principal: principalAt(asOf), funded: sql`${known} and o.funding_date <= ${asOf}::date` }
    : { principal: sql`i.principal_outstanding`, funded: sql`o.status in ${earning}` }
  const { rows } = await sql<{ id: string; orderNo: string; maturity: string; principal: string; amount: string; count: number }>`
    select id, order_no, max(maturity) as maturity, sum(principal) as principal, sum(sum(principal)) over () as amount,
      (count(*) over ())::int as count
    from (
      select o.id, o.order_no, i.maturity, ${standing.principal} as principal from finance_order_item i join finance_order o on o.id = i.order_id
      where ${own(actor)} and o.currency = ${body.currency} and ${standing.funded} and ${ofBuyers(body.buyerCode)}) f
    where principal > 0 group by 1, 2 order by 4 desc, 2 limit 500`.execute(tx)
  return {
    amount: amountText(rows[0]?.amount ?? '0', body.currency),
    count: rows[0]?.count ?? 0,
    orders: rows.map(({ id, orderNo, maturity, principal }) => ({
      id,
      orderNo,
      maturity,
      principal: amountText(principal, body.currency),
    })),
  }
}

/** What falls due from the day to seven days on: principal, and interest in arrears projected to maturity. An order with
 *  something overdue is not in it. A past day is told by what was known then. */
export const queryRepaymentDueInNext7DaysAmount: Handler<typeof arCalls.queryRepaymentDueInNext7DaysAmount> = async (request) => {
  const { tx, actor, body } = request
  const { asOf, currency } = queryOf(request)
  const { rows } = await sql<{ orderId: string; id: string }>`
    select i.order_id, i.id from finance_order_item i join finance_order o on o.id = i.order_id
    where ${own(actor)} and o.currency = ${currency} and o.funding_date <= ${asOf}::date
      and i.maturity between ${asOf}::date and ${asOf}::date + 7 and ${ofBuyers(body.buyerCode)}
      and (${asOf}::date < ${request.today}::date or o.status in ${earning}) order by i.maturity, o.order_no, i.seq`.execute(tx)
  await elevate(tx)
  const financings = await financingsAt(
    tx,
    rows.map((row) => row.orderId),
    asOf,
  )
  const orders = rows.flatMap((row) => {
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
  return {
    amount: toDecimal(add(principal, interest)),
    principal: toDecimal(principal),
    interest: toDecimal(interest),
    orders: orders
      .slice(0, 100)
      .map((order) => ({ ...order, principal: toDecimal(order.principal), interest: toDecimal(order.interest) })),
  }
}

/** What counts against a limit: the principal of funded orders and the whole of orders on their way. */
const used = sql`case when o.status in ${earning} then i.principal_outstanding else i.apply_amount end`

/**
 * What a supplier could finance now: the advance on each eligible, unlocked, confirmed invoice, capped by each buyer's
 * limit and then by the facility. Where a limit is not set, nothing caps.
 */
export const availableForFinanceAmount: Handler<typeof arCalls.availableForFinanceAmount> = async (request) => {
  const { tx, actor, today } = request
  const query = queryOf(request)
  const { currency } = query
  if (actor.companyRole !== 'SUPPLIER') {
    const nothing = toDecimal(zero(currency))
    return { amount: nothing, eligible: nothing, cappedByBuyers: nothing, facilityHeadroom: null }
  }
  // Each invoice's advance is rounded down by itself, in the currency's scale, as the trial does.
  const invoices = await sql<{ buyerId: string; advance: string }>`
    select i.buyer_id, sum(trunc(greatest(0, least(i.outstanding, coalesce(i.confirmed_amount - i.adjusted_amount - i.paid_amount, i.outstanding))) * r.rate / 100, ${scaleOf(currency)})) as advance
    from (select coalesce(max(p.advance_rate), 0) as rate from financing_product p join pricing_offer f on f.product_id = p.id and f.supplier_id = ${actor.companyId} and f.status = 'ACCEPTED' and f.valid_until >= ${today}::date
      where p.status = 'ENABLE' and p.type = 'RECEIVABLE_PURCHASE' and ${currency} = any(p.currencies)) r
    join invoice i on ${own(actor)} and i.currency = ${currency} and i.doc_status = 'CONFIRMED' and i.finance_status = 'UNFINANCED' and i.outstanding > 0
      and i.issue_date <= ${query.asOf}::date and i.due_date > ${query.asOf}::date and ${ofBuyers(query.buyerCode)} group by 1`.execute(
    tx,
  )
  const byBuyer = new Map(invoices.rows.map(({ buyerId, advance }) => [buyerId, amountOf(advance, currency)]))
  await elevate(tx)
  const limits = await sql<{ type: string; buyerId: string | null; amount: string; used: string }>`
    select l.type, l.buyer_id, min(l.amount) as amount, coalesce(max((
      select sum(${used}) from finance_order_item i join finance_order o on o.id = i.order_id
      where i.active and o.currency = ${currency} and (case when l.type = 'BUYER' then i.buyer_id = l.buyer_id else i.supplier_id = l.supplier_id end))), 0) as used
    from credit_limit l where l.status = 'ENABLE' and l.currency = ${currency} and ${today}::date between l.effective_date and l.expiry_date
      and ((l.type = 'SUPPLIER_FACILITY' and l.supplier_id = ${actor.companyId}) or (l.type = 'BUYER' and l.buyer_id = any(${[...byBuyer.keys()]}::uuid[]))) group by l.type, l.buyer_id`.execute(
    tx,
  )
  const headroom = (row: { amount: string; used: string }) =>
    atLeastZero(subtract(amountOf(row.amount, currency), amountOf(row.used, currency)))
  const eligible = sum([...byBuyer.values()], currency)
  const capped = sum(
    [...byBuyer].map(([buyerId, amount]) => {
      const limit = limits.rows.find((row) => row.type === 'BUYER' && row.buyerId === buyerId)
      return limit ? min(amount, headroom(limit)) : amount
    }),
    currency,
  )
  const facility = limits.rows.find((row) => row.type === 'SUPPLIER_FACILITY')
  return {
    amount: toDecimal(facility ? min(capped, headroom(facility)) : capped),
    eligible: toDecimal(eligible),
    cappedByBuyers: toDecimal(capped),
    facilityHeadroom: facility ? toDecimal(headroom(facility)) : null,
  }
}
