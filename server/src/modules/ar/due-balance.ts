import { buckets } from '@usance/domain/dashboard/receivables'
import { add, toDecimal, zero } from '@usance/domain/money'
import type { arCalls } from '@usance/wire/ar/calls'
import { sql } from 'kysely'
import { amountOf, amountText } from '../../database/amount.ts'
import type { Actor, Context, Handler } from '../../http/context.ts'
import { type ArQuery, bucketOf, ofBuyers, own, receivables, reduction } from './population.ts'
import { sumsAnswer, sumsOf } from './sums.ts'

type Asked = { currency: string; buyerCode: string | string[]; asOf?: string | undefined }
type Request = Pick<Context, 'tx' | 'today'> & { actor: Actor; body: Asked }

/** What was asked, with the business date where no day was named; a day to come is read as today. */
export const queryOf = ({ body, today }: Pick<Request, 'body' | 'today'>): ArQuery => ({
  ...body,
  asOf: body.asOf && body.asOf < today ? body.asOf : today,
  today,
})

export async function bucketsOf({ tx, actor, body, today }: Request) {
  const query = queryOf({ body, today })
  const owed = (await sumsAnswer(tx, actor, query))
    ? sql`select ${today}::date - day as overdue_days, owed_due as owed, open_due as n from (${sumsOf(actor, query, 'day', sql`s.owed_due <> 0`)}) s`
    : sql`select overdue_days, owed, 1 as n from (${receivables(actor, query)}) r`
  const { rows } = await sql<{ bucket: string; amount: string; count: number }>`
    select ${bucketOf} as bucket, sum(owed) as amount, sum(n)::int as count from (${owed}) r group by 1`.execute(tx)
  return buckets.map((bucket) => {
    const row = rows.find((candidate) => candidate.bucket === bucket)
    return { bucket, amount: amountText(row?.amount ?? '0', body.currency), count: row?.count ?? 0 }
  })
}

export const queryDueBalance: Handler<typeof arCalls.queryDueBalance> = async (request) => {
  const rows = await bucketsOf(request)
  const { currency } = request.body
  const sumOf = (some: typeof rows) =>
    toDecimal(some.reduce((sum, row) => add(sum, amountOf(row.amount, currency)), zero(currency)))
  return { total: sumOf(rows), overdue: sumOf(rows.filter((row) => row.bucket !== 'NOT_DUE')), buckets: rows }
}

export const queryDueBalanceCount: Handler<typeof arCalls.queryDueBalanceCount> = async (request) => ({
  buckets: (await bucketsOf(request)).map(({ bucket, count }) => ({ bucket, count })),
})

/** Open invoices, the longest overdue first, narrowed to a bucket when one was clicked. */
export const queryDueBalanceTable: Handler<typeof arCalls.queryDueBalanceTable> = async (request) => {
  const { tx, actor, body } = request
  const wanted = !body.bucket ? sql`true` : body.bucket === 'OVERDUE' ? sql`overdue_days > 0` : sql`${bucketOf} = ${body.bucket}`
  const found = sql`from (${receivables(actor, queryOf(request))}) r where ${wanted}`
  const [{ rows }, total] = [
    await sql<any>`
      select r.id, r.invoice_no, b.name as buyer_name, b.code as buyer_code, s.name as supplier_name, r.issue_date, r.due_date, r.currency, r.amount, r.owed as outstanding, r.overdue_days, r.bucket, r.finance_status
      from (select r.*, ${bucketOf} as bucket ${found} order by overdue_days desc, id limit ${body.pageSize} offset ${(body.pageNum - 1) * body.pageSize}) r
      join company b on b.id = r.buyer_id join company s on s.id = r.supplier_id order by r.overdue_days desc, r.id`.execute(tx),
    await sql<{ n: number }>`select count(*)::int as n ${found}`.execute(tx),
  ]
  return {
    pageNum: body.pageNum,
    pageSize: body.pageSize,
    total: total.rows[0]!.n,
    list: rows.map((row) => ({
      ...row,
      amount: amountText(row.amount, row.currency),
      outstanding: amountText(row.outstanding, row.currency),
    })),
  }
}

/** What was owed at each of the last twelve month ends: issued less reduced less paid, each up to that day. */
export const queryHistoryDueBalance: Handler<typeof arCalls.queryHistoryDueBalance> = async ({ tx, actor, body, today }) => {
  const query = queryOf({ body, today })
  const { asOf } = query
  const { counted, moves } = movesOf(actor, query)
  const daily = (await sumsAnswer(tx, actor, query))
    ? sql`select day as month, sum(invoiced - reduced - paid) as amount from (${sumsOf(actor, query, 'month')}) s group by 1`
    : sql`select date_trunc('month', date)::date as month, sum(amount) as amount from (with counted as (${counted}) ${moves}) m where date <= ${asOf}::date group by 1`
  const { rows } = await sql<{ date: string; amount: string }>`
    with ends as (select least((date_trunc('month', ${asOf}::date) - make_interval(months => n) + interval '1 month - 1 day')::date, ${asOf}::date) as date from generate_series(0, 11) n),
    daily as (${daily})
    select e.date, coalesce((select sum(amount) from daily d where d.month <= e.date), 0) as amount from ends e order by e.date`.execute(
    tx,
  )
  return rows.map(({ date, amount }) => ({ date, amount: amountText(amount, body.currency) }))
}

/** Every movement of what is owed – issued, reduced, paid – with its day. */
function movesOf(actor: Actor, query: ArQuery) {
  return {
    counted: sql`select i.id, i.issue_date, i.amount from invoice i where ${countedOf(actor, query)}`,
    moves: sql`
      select issue_date as date, amount from counted
      union all select a.adjustment_date, -(${reduction}) from invoice_adjustment a join counted c on c.id = a.invoice_id where a.status = 'PASSED'
      union all select p.pay_date, -p.amount from invoice_payment p join counted c on c.id = p.invoice_id`,
  }
}

export const countedOf = (actor: Actor, { currency, buyerCode, asOf }: ArQuery) =>
  sql`${own(actor)} and i.currency = ${currency} and i.doc_status not in ('DRAFT', 'CANCELLED') and i.issue_date <= ${asOf}::date and ${ofBuyers(buyerCode)}`
