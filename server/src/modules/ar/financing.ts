import { scaleOf } from '@usance/domain/currencies'
import { dayCounts } from '@usance/domain/day-count'
import { maxDate } from '@usance/domain/local-date'
import { add, atLeastZero, fromRational, type Money, min, subtract, sum, toDecimal, toRational, zero } from '@usance/domain/money'
import * as Exact from '@usance/domain/rational'
import { owedOn } from '@usance/domain/servicing/plan-repayment'
import type { arCalls } from '@usance/wire/ar/calls'
import { type RawBuilder, sql } from 'kysely'
import { amountOf, amountText } from '../../database/amount.ts'
import { elevate } from '../../database/database.ts'
import type { Actor, Handler } from '../../http/context.ts'
import { type Financing, loadFinancings, positionOf } from '../servicing/load-order.ts'
import { queryOf } from './due-balance.ts'
import { type ArQuery, ofBuyers, own } from './population.ts'

const earning = sql`('FUNDED', 'PARTIALLY_REPAID', 'OVERDUE')`

/**
 * Items of funded orders with the principal that was outstanding at the day asked, as `principal`. Today's is kept on the
 * item; for a past day it is what was funded less what had been repaid and written off by then.
 */
function financed(actor: Actor, { currency, buyerCode, asOf, today }: ArQuery): RawBuilder<unknown> {
  const items = sql`select i.*, o.order_no, o.rate, o.funding_date, o.product_id from finance_order_item i join finance_order o on o.id = i.order_id
    left join write_off w on w.order_id = o.id and w.status = 'PASSED'
    where ${own(actor)} and o.currency = ${currency} and ${ofBuyers(buyerCode)}`
  if (asOf >= today) return sql`select x.*, x.principal_outstanding as principal from (${items} and o.status in ${earning}) x`
  return sql`
    select x.*, x.apply_amount - coalesce((select sum(a.amount) from allocation a join repayment r on r.id = a.repayment_id
      where a.item_id = x.id and a.component = 'PRINCIPAL' and not a.reversed and r.value_date <= ${asOf}::date), 0) as principal
    from (${items} and o.funding_date <= ${asOf}::date and coalesce(w.written_off_on > ${asOf}::date, true)) x`
}

/** Principal outstanding of funded orders: the ledger's funds in use before the reserve. */
export const queryFinancingBalanceAmount: Handler<typeof arCalls.queryFinancingBalanceAmount> = async (request) => {
  const { tx, actor, body } = request
  const { rows } = await sql<{ amount: string }>`
    select coalesce(sum(principal), 0) as amount from (${financed(actor, queryOf(request))}) f`.execute(tx)
  return { amount: amountText(rows[0]!.amount, body.currency) }
}

/** What falls due from the day to seven days on: principal, and interest in arrears projected to maturity. Overdue is not in it. */
export const queryRepaymentDueInNext7DaysAmount: Handler<typeof arCalls.queryRepaymentDueInNext7DaysAmount> = async (request) => {
  const { tx, actor } = request
  const query = queryOf(request)
  const { asOf, currency, today } = query
  const { rows } = await sql<any>`
    select i.id, i.order_id, i.order_no, i.maturity, i.principal, i.rate, i.funding_date, p.day_count, p.interest_method,
      (select max(r.value_date) from repayment r join allocation a on a.repayment_id = r.id where a.item_id = i.id and r.status = 'POSTED'
        and a.component = 'INTEREST' and not a.reversed and r.value_date <= ${asOf}::date) as paid_to
    from (${financed(actor, query)}) i join financing_product p on p.id = i.product_id
      join finance_order o on o.id = i.order_id and (${asOf < today} or o.status <> 'OVERDUE')
    where i.principal > 0 and i.maturity between ${asOf}::date and ${asOf}::date + 7 order by i.maturity, i.order_no`.execute(tx)
  // Today what the order's own page says will be owed at maturity, every rate of its life counted; of a past day the formula.
  await elevate(tx)
  const financings =
    asOf < today ? new Map<string, Financing>() : await loadFinancings(tx, [...new Set(rows.map((row) => row.orderId as string))])
  const orders = []
  for (const row of rows) {
    const financing = financings.get(row.orderId)
    const owed = financing
      ? owedOn(await positionOf(tx, financing), row.maturity).find((one) => one.item.itemId === row.id)?.interest
      : undefined
    const principal = amountOf(row.principal, currency)
    orders.push({
      id: row.orderId,
      orderNo: row.orderNo,
      maturity: row.maturity,
      principal,
      interest: owed ?? projected(row, principal),
    })
  }
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

/** Interest in arrears on what is outstanding, from the last payment of interest to maturity, at the order's rate. */
function projected(
  row: { dayCount: string; paidTo: string | null; fundingDate: string; maturity: string; interestMethod: string; rate: string },
  principal: Money,
): Money {
  if (row.interestMethod !== 'IN_ARREARS') return zero(principal.currency)
  const { fraction } = dayCounts[row.dayCount as keyof typeof dayCounts].measure(
    maxDate(row.paidTo ?? row.fundingDate, row.fundingDate),
    row.maturity,
  )
  const rate = Exact.percent(Exact.parseDecimal(row.rate))
  return fromRational(Exact.mul(toRational(principal), Exact.mul(rate, fraction)), principal.currency)
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
  const products = await sql<{ rate: string | null }>`
    select max(p.advance_rate)::text as rate from financing_product p join pricing_offer f on f.product_id = p.id and f.supplier_id = ${actor.companyId} and f.status = 'ACCEPTED' and f.valid_until >= ${today}::date
    where p.status = 'ENABLE' and p.type = 'RECEIVABLE_PURCHASE' and ${currency} = any(p.currencies)`.execute(tx)
  // Each invoice's advance is rounded down by itself, in the currency's scale, as the trial does.
  const invoices = await sql<{ buyerId: string; advance: string }>`
    select i.buyer_id, sum(trunc(greatest(0, least(i.outstanding, coalesce(i.confirmed_amount - i.adjusted_amount - i.paid_amount, i.outstanding))) * ${products.rows[0]?.rate ?? '0'}::numeric / 100, ${scaleOf(currency)})) as advance
    from invoice i where ${own(actor)} and i.currency = ${currency} and i.doc_status = 'CONFIRMED' and i.finance_status = 'UNFINANCED' and i.outstanding > 0
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
