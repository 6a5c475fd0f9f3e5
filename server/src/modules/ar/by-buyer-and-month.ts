import type { arCalls } from '@usance/wire/ar/calls'
import { sql } from 'kysely'
import { amountText } from '../../database/amount.ts'
import type { Handler } from '../../http/context.ts'
import { countedOf, queryOf } from './due-balance.ts'
import { ofBuyers, own, receivables, reduction } from './population.ts'
import { sumsAnswer, sumsOf } from './sums.ts'

/** What is owed by each buyer, the largest first, with its share. */
export const queryAccountReceivaleByBuyer: Handler<typeof arCalls.queryAccountReceivaleByBuyer> = async (request) => {
  const { tx, actor } = request
  const query = queryOf(request)
  const owed = (await sumsAnswer(tx, actor, query))
    ? sql`select buyer_id, owed_due as owed from (${sumsOf(actor, query, 'day', sql`s.owed_due <> 0`)}) s`
    : receivables(actor, query)
  const { rows } = await sql<any>`
    select c.code as buyer_code, c.name as buyer_name, r.amount, round(r.amount * 100 / nullif(sum(r.amount) over (), 0), 2)::text as share_pct
    from (select buyer_id, sum(owed) as amount from (${owed}) x group by 1 having sum(owed) <> 0) r join company c on c.id = r.buyer_id order by r.amount desc, c.code`.execute(
    tx,
  )
  return rows.map((row) => ({
    buyerCode: row.buyerCode,
    buyerName: row.buyerName,
    amount: amountText(row.amount, request.body.currency),
    sharePct: row.sharePct,
  }))
}

/** Invoiced by month of issue over twelve months, and how much of it is still owed. */
export const queryAccountReceivaleByDate: Handler<typeof arCalls.queryAccountReceivaleByDate> = async (request) => {
  const { tx, actor, body } = request
  const query = queryOf(request)
  const from = sql`(date_trunc('month', ${query.asOf}::date) - interval '11 months')::date`
  const months = (await sumsAnswer(tx, actor, query))
    ? sql`with gross as (select day as month, sum(invoiced) as amount, sum(owed_issued) as owed from (${sumsOf(actor, query, 'month', sql`s.day >= ${from}`)}) s group by 1), open as (select month, owed as amount from gross)`
    : sql`with gross as (select date_trunc('month', i.issue_date)::date as month, sum(i.amount) as amount from invoice i where ${countedOf(actor, query)} and i.issue_date >= ${from} group by 1),
    open as (select date_trunc('month', issue_date)::date as month, sum(owed) as amount from (${receivables(actor, query)}) r where issue_date >= ${from} group by 1)`
  const { rows } = await sql<any>`${months}
    select to_char(m, 'YYYY-MM') as date, coalesce(g.amount, 0) as amount, coalesce(o.amount, 0) as outstanding
    from generate_series(${from}, date_trunc('month', ${query.asOf}::date), interval '1 month') m left join gross g on g.month = m::date left join open o on o.month = m::date order by 1`.execute(
    tx,
  )
  return rows.map((row) => ({
    date: row.date,
    amount: amountText(row.amount, body.currency),
    outstanding: amountText(row.outstanding, body.currency),
  }))
}

const payments = (request: Parameters<Handler<typeof arCalls.queryPaymentHistoryByBuyer>>[0]) => {
  const { asOf, currency, buyerCode } = queryOf(request)
  const { dateBegin, dateEnd } = request.body
  return sql`select p.amount, p.pay_date, p.buyer_id, i.issue_date, i.due_date, i.id as invoice_id, i.invoice_no, p.id
    from invoice_payment p join invoice i on i.id = p.invoice_id
    where ${own(request.actor, 'p')} and p.currency = ${currency} and i.doc_status not in ('DRAFT', 'CANCELLED') and ${ofBuyers(buyerCode, 'p')} and p.pay_date <= ${asOf}::date
      ${dateBegin ? sql`and p.pay_date >= ${dateBegin}::date` : sql``} ${dateEnd ? sql`and p.pay_date <= ${dateEnd}::date` : sql``}`
}
const behaviour = sql`
  round(sum(amount) filter (where pay_date <= due_date) * 100 / nullif(sum(amount), 0), 2)::text as on_time_pct,
  round(sum(amount * (pay_date - issue_date)) / nullif(sum(amount), 0), 1)::text as days_to_pay,
  round(sum(amount * (pay_date - due_date)) / nullif(sum(amount), 0), 1)::text as days_late`

/** The sums of payments of the days asked for, as `p`; undefined where only the base rows answer. */
async function paymentSums(request: Parameters<Handler<typeof arCalls.queryPaymentHistoryByBuyer>>[0]) {
  const query = queryOf(request)
  const { dateBegin, dateEnd } = request.body
  if (dateBegin || dateEnd || !(await sumsAnswer(request.tx, request.actor, query))) return undefined
  return sumsOf(request.actor, query, 'month')
}
const behaviourOfSums = sql`
  round(sum(paid_on_time) * 100 / nullif(sum(paid), 0), 2)::text as on_time_pct,
  round(sum(paid_days) / nullif(sum(paid), 0), 1)::text as days_to_pay,
  round(sum(paid_late_days) / nullif(sum(paid), 0), 1)::text as days_late`

/** Paid by each buyer: how much, how punctually, after how many days. */
export const queryPaymentHistoryByBuyer: Handler<typeof arCalls.queryPaymentHistoryByBuyer> = async (request) => {
  const sums = await paymentSums(request)
  const byBuyer = sums
    ? sql`select buyer_id, sum(paid) as amount, ${behaviourOfSums} from (${sums}) p group by 1 having sum(paid) <> 0`
    : sql`select buyer_id, sum(amount) as amount, ${behaviour} from (${payments(request)}) p group by 1`
  const { rows } = await sql<any>`
    select c.code as buyer_code, c.name as buyer_name, r.*, round(r.amount * 100 / nullif(sum(r.amount) over (), 0), 2)::text as share_pct
    from (${byBuyer}) r join company c on c.id = r.buyer_id order by r.amount desc, c.code`.execute(request.tx)
  return rows.map((row) => ({
    buyerCode: row.buyerCode,
    buyerName: row.buyerName,
    amount: amountText(row.amount, request.body.currency),
    sharePct: row.sharePct,
    ratePct: row.onTimePct ?? (row.amount ? '0.00' : null),
    daysToPay: row.daysToPay,
    daysLate: row.daysLate,
  }))
}

/** Paid by month of payment, with the whole's punctuality and days sales outstanding. */
export const queryPaymentHistoryByDate: Handler<typeof arCalls.queryPaymentHistoryByDate> = async (request) => {
  const { tx, actor, body } = request
  const query = queryOf(request)
  const sums = await paymentSums(request)
  const paid = sums
    ? {
        rows: sql`select paid as amount, paid_on_time, paid_days, paid_late_days, paid, day as pay_date from (${sums}) p where paid <> 0`,
        behaviour: behaviourOfSums,
      }
    : { rows: payments(request), behaviour }
  const gross = sums
    ? sql`select sum(invoiced) from (${sumsOf(actor, query, 'day', sql`s.day >= ${query.asOf}::date - 89`)}) s`
    : sql`select sum(i.amount) from invoice i where ${countedOf(actor, query)} and i.issue_date >= ${query.asOf}::date - 89`
  const owed = sums
    ? sql`select owed_due as owed from (${sumsOf(actor, query, 'day', sql`s.owed_due <> 0`)}) s`
    : receivables(actor, query)
  const [whole, series, days] = await Promise.all([
    sql<any>`select coalesce(sum(amount), 0) as total, count(*)::int as n, ${paid.behaviour} from (${paid.rows}) p`.execute(tx),
    sql<any>`select to_char(pay_date, 'YYYY-MM') as date, sum(amount) as amount, ${paid.behaviour} from (${paid.rows}) p group by 1 order by 1 desc limit 24`.execute(
      tx,
    ),
    sql<{
      dso: string | null
    }>`select round((select coalesce(sum(owed), 0) from (${owed}) r) * 90 / nullif((${gross}), 0), 1)::text as dso`.execute(tx),
  ])
  const all = whole.rows[0]
  return {
    total: amountText(all.total, body.currency),
    onTimePct: all.n > 0 ? (all.onTimePct ?? '0.00') : null,
    daysToPay: all.daysToPay,
    daysLate: all.daysLate,
    dso: days.rows[0]!.dso,
    series: series.rows
      .reverse()
      .map((row) => ({ date: row.date, amount: amountText(row.amount, body.currency), ratePct: row.onTimePct ?? '0.00' })),
  }
}

/** Payments, one row each, the newest first. */
export const queryPaymentHistoryTable: Handler<typeof arCalls.queryPaymentHistoryTable> = async (request) => {
  const { tx, body } = request
  const narrowed = sql`from (${payments(request)}) p ${body.month ? sql`where to_char(pay_date, 'YYYY-MM') = ${body.month}` : sql``}`
  const { rows } = await sql<any>`
    select p.id, p.invoice_id, p.invoice_no, c.name as buyer_name, c.code as buyer_code, p.pay_date, p.issue_date, p.due_date, p.amount, p.pay_date - p.due_date as days_late, p.pay_date - p.issue_date as days_to_pay
    from (select * ${narrowed} order by pay_date desc, id limit ${body.pageSize} offset ${(body.pageNum - 1) * body.pageSize}) p join company c on c.id = p.buyer_id order by p.pay_date desc, p.id`.execute(
    tx,
  )
  const total = await sql<{ n: number }>`select count(*)::int as n ${narrowed}`.execute(tx)
  return {
    pageNum: body.pageNum,
    pageSize: body.pageSize,
    total: total.rows[0]!.n,
    list: rows.map((row) => ({ ...row, currency: body.currency, amount: amountText(row.amount, body.currency) })),
  }
}

type DilutionRequest = Parameters<Handler<typeof arCalls.queryDilutionByDate>>[0]
/** The twelve months up to the day, without the first day's anniversary. */
const windowOf = (request: DilutionRequest) => {
  const { asOf } = queryOf(request)
  return {
    from: request.body.dateBegin
      ? sql`${request.body.dateBegin}::date`
      : sql`(${asOf}::date - interval '1 year' + interval '1 day')::date`,
    to: request.body.dateEnd && request.body.dateEnd < asOf ? request.body.dateEnd : asOf,
  }
}
const reductions = (request: DilutionRequest) => {
  const { currency, buyerCode } = queryOf(request)
  const { from, to } = windowOf(request)
  return sql`select a.id, a.invoice_id, i.invoice_no, a.ref_no, a.type, a.reason, a.buyer_id, a.adjustment_date, ${reduction} as amount
    from invoice_adjustment a join invoice i on i.id = a.invoice_id
    where ${own(request.actor, 'a')} and a.currency = ${currency} and a.status = 'PASSED' and a.type <> 'DEBIT_NOTE' and ${ofBuyers(buyerCode, 'a')} and a.adjustment_date between ${from} and ${to}::date`
}
const invoiced = async (request: DilutionRequest) => {
  const { from, to } = windowOf(request)
  const query = queryOf(request)
  if (await sumsAnswer(request.tx, request.actor, query))
    return sql`select buyer_id, day as issue_date, invoiced as amount from (${sumsOf(request.actor, query, 'day', sql`s.day between ${from} and ${to}::date`)}) s where invoiced <> 0`
  return sql`select i.buyer_id, i.issue_date, i.amount from invoice i where ${countedOf(request.actor, query)} and i.issue_date between ${from} and ${to}::date`
}

/** Dilution of the window by buyer: reductions as percent of what was invoiced. */
export const queryDilutionByBuyer: Handler<typeof arCalls.queryDilutionByBuyer> = async (request) => {
  const { currency } = request.body
  const gross = await invoiced(request)
  const { rows } = await sql<any>`
    with red as (select buyer_id, sum(amount) as amount from (${reductions(request)}) r group by 1), inv as (select buyer_id, sum(amount) as amount from (${gross}) v group by 1)
    select c.code as buyer_code, c.name as buyer_name, coalesce(red.amount, 0) as amount, coalesce(inv.amount, 0) as invoiced, round(coalesce(red.amount, 0) * 100 / nullif(inv.amount, 0), 2)::text as rate_pct,
      round(coalesce(red.amount, 0) * 100 / nullif(sum(red.amount) over (), 0), 2)::text as share_pct
    from inv full join red using (buyer_id) join company c on c.id = buyer_id order by red.amount desc nulls last, c.code`.execute(
    request.tx,
  )
  const whole =
    await sql<any>`select coalesce((select sum(amount) from (${reductions(request)}) r), 0) as reductions, coalesce((select sum(amount) from (${gross}) v), 0) as invoiced`.execute(
      request.tx,
    )
  const rate = await sql<{
    rate: string | null
  }>`select round(${whole.rows[0].reductions}::numeric * 100 / nullif(${whole.rows[0].invoiced}::numeric, 0), 2)::text as rate`.execute(
    request.tx,
  )
  return {
    reductions: amountText(whole.rows[0].reductions, currency),
    invoiced: amountText(whole.rows[0].invoiced, currency),
    ratePct: rate.rows[0]!.rate,
    buyers: rows.map((row) => ({
      buyerCode: row.buyerCode,
      buyerName: row.buyerName,
      amount: amountText(row.amount, currency),
      invoiced: amountText(row.invoiced, currency),
      sharePct: row.sharePct,
      ratePct: row.ratePct,
    })),
  }
}

/** Dilution by month of the window. */
export const queryDilutionByDate: Handler<typeof arCalls.queryDilutionByDate> = async (request) => {
  const { currency } = request.body
  const gross = await invoiced(request)
  const { rows } = await sql<any>`
    with red as (select to_char(adjustment_date, 'YYYY-MM') as month, sum(amount) as amount from (${reductions(request)}) r group by 1), inv as (select to_char(issue_date, 'YYYY-MM') as month, sum(amount) as amount from (${gross}) v group by 1)
    select coalesce(red.month, inv.month) as date, coalesce(red.amount, 0) as amount, coalesce(inv.amount, 0) as invoiced, round(coalesce(red.amount, 0) * 100 / nullif(inv.amount, 0), 2)::text as rate_pct
    from inv full join red on red.month = inv.month order by 1`.execute(request.tx)
  return rows.map((row) => ({
    date: row.date,
    amount: amountText(row.amount, currency),
    invoiced: amountText(row.invoiced, currency),
    ratePct: row.ratePct,
  }))
}

export const queryDilutionCount: Handler<typeof arCalls.queryDilutionCount> = async (request) => {
  const { rows } = await sql<{ n: number }>`select count(distinct invoice_id)::int as n from (${reductions(request)}) r`.execute(
    request.tx,
  )
  return { count: rows[0]!.n }
}

/** Reductions, one row each, the newest first. */
export const dilutionTable: Handler<typeof arCalls.queryDilutionByDateTable> = async (request) => {
  const { tx, body } = request
  const narrowed = sql`from (${reductions(request)}) r ${body.month ? sql`where to_char(adjustment_date, 'YYYY-MM') = ${body.month}` : sql``}`
  const { rows } = await sql<any>`
    select r.id, r.invoice_id, r.invoice_no, r.ref_no, r.type, r.reason, c.name as buyer_name, c.code as buyer_code, r.adjustment_date, r.amount
    from (select * ${narrowed} order by adjustment_date desc, id limit ${body.pageSize} offset ${(body.pageNum - 1) * body.pageSize}) r join company c on c.id = r.buyer_id order by r.adjustment_date desc, r.id`.execute(
    tx,
  )
  const total = await sql<{ n: number }>`select count(*)::int as n ${narrowed}`.execute(tx)
  return {
    pageNum: body.pageNum,
    pageSize: body.pageSize,
    total: total.rows[0]!.n,
    list: rows.map((row) => ({ ...row, currency: body.currency, amount: amountText(row.amount, body.currency) })),
  }
}
