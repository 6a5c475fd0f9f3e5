import { scaleOf } from '@usance/domain/currencies'
import { dayCounts } from '@usance/domain/day-count'
import { maxDate } from '@usance/domain/local-date'
import { add, atLeastZero, fromRational, min, subtract, sum, toDecimal, toRational, zero } from '@usance/domain/money'
import * as Exact from '@usance/domain/rational'
import type { arCalls } from '@usance/wire/ar/calls'
import { sql } from 'kysely'
import { amountOf, amountText } from '../../database/amount.ts'
import { elevate } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { queryOf } from './due-balance.ts'
import { ofBuyers, own } from './population.ts'

const earning = sql`('FUNDED', 'PARTIALLY_REPAID', 'OVERDUE')`

/** Principal outstanding of funded orders: the ledger's funds in use before the reserve. */
export const queryFinancingBalanceAmount: Handler<typeof arCalls.queryFinancingBalanceAmount> = async (request) => {
  const { tx, actor, body } = request
  const { rows } = await sql<{ amount: string }>`
    select coalesce(sum(i.principal_outstanding), 0) as amount from finance_order_item i join finance_order o on o.id = i.order_id
    where ${own(actor)} and o.currency = ${body.currency} and o.status in ${earning} and ${ofBuyers(body.buyerCode)}`.execute(tx)
  return { amount: amountText(rows[0]!.amount, body.currency) }
}

/** What falls due from the day to seven days on: principal, and interest in arrears projected to maturity. Overdue is not in it. */
export const queryRepaymentDueInNext7DaysAmount: Handler<typeof arCalls.queryRepaymentDueInNext7DaysAmount> = async (request) => {
  const { tx, actor, body } = request
  const { asOf, currency } = queryOf(request)
  const { rows } = await sql<any>`
    select o.id, o.order_no, i.maturity, i.principal_outstanding, o.rate, o.funding_date, p.day_count, p.interest_method,
      (select max(r.value_date) from repayment r join allocation a on a.repayment_id = r.id where a.item_id = i.id and r.status = 'POSTED' and a.component = 'INTEREST' and not a.reversed) as paid_to
    from finance_order_item i join finance_order o on o.id = i.order_id join financing_product p on p.id = o.product_id
    where ${own(actor)} and o.currency = ${currency} and o.status in ('FUNDED', 'PARTIALLY_REPAID') and i.principal_outstanding > 0
      and i.maturity between ${asOf}::date and ${asOf}::date + 7 and ${ofBuyers(body.buyerCode)} order by i.maturity, o.order_no`.execute(
    tx,
  )
  const orders = rows.map((row) => {
    const principal = amountOf(row.principalOutstanding, currency)
    const { fraction } = dayCounts[row.dayCount as keyof typeof dayCounts].measure(
      maxDate(row.paidTo ?? row.fundingDate, row.fundingDate),
      row.maturity,
    )
    const interest =
      row.interestMethod === 'IN_ARREARS'
        ? fromRational(
            Exact.mul(toRational(principal), Exact.mul(Exact.percent(Exact.parseDecimal(row.rate)), fraction)),
            currency,
          )
        : zero(currency)
    return { id: row.id, orderNo: row.orderNo, maturity: row.maturity, principal, interest }
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
