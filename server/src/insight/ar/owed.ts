import { buckets } from '@usance/domain/buckets'
import { add, toDecimal, zero } from '@usance/domain/money'
import type { arCalls } from '@usance/wire/ar/calls'
import type { Answer } from '@usance/wire/call'
import { type RawBuilder, sql } from 'kysely'
import { amountOf, amountText } from '../../database/amount.ts'
import type { Handler } from '../../http/context.ts'
import { type RowsAsked, rowsPage } from '../../list/rows-page.ts'
import { own } from '../../trade/invoice/own-receivables.ts'
import { type ArNarrowed, type ArRequest, bucketOf, ofBuyers, queryOf, receivables } from './population.ts'
import { asksAll, shared } from './shared-answers.ts'
import { fromSums, type Later, sumsOf } from './sums.ts'

type Owed = {
  bucket: string | null
  buyerCode: string
  buyerName: string
  amount: string
  count: number
  sharePct: string | null
}

/** What is owed at the day by days past due (rows with a bucket) or by buyer (rows without one); a dashboard gets both. */
async function owedBy(request: ArRequest, by: 'bucket' | 'buyer'): Promise<Owed[]> {
  const { tx, actor, body, today } = request
  const which = asksAll(body) ? 'both' : by
  const all = await shared(body, `owed by ${which}`, () => {
    const query = queryOf(request)
    const ask = async (owed: RawBuilder<unknown>, later: Later) => {
      const { rows } =
        await sql<Owed>`${grouped[which](sql`(select x.*, ${bucketOf} as bucket from (${owed}) x) x`, later)}`.execute(tx)
      return rows
    }
    return fromSums(
      request,
      (later) =>
        ask(
          sql`select buyer_id, ${today}::date - day as overdue_days, owed_due as owed, open_due as n from (${sumsOf(actor, query, 'day', sql`s.owed_due <> 0`)}) s`,
          later,
        ),
      () => ask(sql`select buyer_id, overdue_days, owed, 1 as n from (${receivables(actor, query)}) r`, sql`null::boolean`),
    )
  })
  return all.filter(({ bucket }) => (bucket !== null) === (by === 'bucket'))
}

const byBuyer = (found: RawBuilder<unknown>, share: RawBuilder<unknown>, later: Later) =>
  sql`select g.bucket, c.code as buyer_code, c.name as buyer_name, g.amount, g.count, ${share} as share_pct, ${later} as later
    from (${found}) g left join company c on c.id = g.buyer_id where g.amount <> 0 order by g.amount desc, c.code`
const shareIn = (partition: RawBuilder<unknown>) =>
  sql`round(g.amount * 100 / nullif(sum(g.amount) over (${partition}), 0), 2)::text`
/** The statement for what is asked: a figure alone is grouped in one way, and buckets have no buyers to be named. */
const grouped = {
  bucket: (from: RawBuilder<unknown>, later: Later) =>
    sql`select bucket, sum(owed) as amount, sum(n)::int as count, ${later} as later from ${from} group by 1 having sum(owed) <> 0`,
  buyer: (from: RawBuilder<unknown>, later: Later) =>
    byBuyer(
      sql`select null::text as bucket, buyer_id, sum(owed) as amount, sum(n)::int as count from ${from} group by 2`,
      shareIn(sql``),
      later,
    ),
  both: (from: RawBuilder<unknown>, later: Later) =>
    byBuyer(
      sql`select bucket, buyer_id, sum(owed) as amount, sum(n)::int as count from ${from} group by grouping sets ((bucket), (buyer_id))`,
      shareIn(sql`partition by g.bucket is null`),
      later,
    ),
}

/** What is owed in each bucket of days past due, with the number of invoices; every bucket is there. */
export async function bucketsOf(request: ArRequest) {
  const rows = await owedBy(request, 'bucket')
  return buckets.map((bucket) => {
    const row = rows.find((candidate) => candidate.bucket === bucket)
    return { bucket, amount: amountText(row?.amount ?? '0', request.body.currency), count: row?.count ?? 0 }
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

/** What is owed by each buyer, the largest first, with its share. */
export const queryAccountReceivaleByBuyer: Handler<typeof arCalls.queryAccountReceivaleByBuyer> = async (request) =>
  (await owedBy(request, 'buyer')).map(({ buyerCode, buyerName, amount, sharePct }) => ({
    buyerCode,
    buyerName,
    amount: amountText(amount, request.body.currency),
    sharePct,
  }))

/** Numbers of buyers that owe, of open and overdue invoices, and of purchase orders that are open today. */
export const queryTradeInfoCount: Handler<typeof arCalls.queryTradeInfoCount> = async (request) => {
  const { tx, actor, body } = request
  const { asOf, today } = queryOf(request)
  const openOrders = async () => {
    if (asOf < today) return null
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from purchase_order i where ${own(actor)} and i.currency = ${body.currency} and i.doc_status in ('SUBMITTED', 'CONFIRMED') and ${ofBuyers(body.buyerCode)}`.execute(
      tx,
    )
    return rows[0]!.n
  }
  const [byBucket, byBuyer, openPurchaseOrders] = await Promise.all([
    owedBy(request, 'bucket'),
    owedBy(request, 'buyer'),
    openOrders(),
  ])
  const invoices = (rows: Owed[]) => rows.reduce((sum, { count }) => sum + count, 0)
  return {
    buyers: byBuyer.length,
    openInvoices: invoices(byBucket),
    overdueInvoices: invoices(byBucket.filter(({ bucket }) => bucket !== 'NOT_DUE')),
    openPurchaseOrders,
  }
}

/** Open invoices, the longest overdue first, narrowed to a bucket when one was clicked. */
export function owedRows(request: ArRequest & ArNarrowed): RowsAsked {
  const { actor, body } = request
  const bucket = body.filterFields?.bucket ?? body.bucket
  const wanted = !bucket ? sql`true` : bucket === 'OVERDUE' ? sql`overdue_days > 0` : sql`${bucketOf} = ${bucket}`
  return {
    found: sql`select r.*, ${bucketOf} as bucket from (${receivables(actor, queryOf(request))}) r where ${wanted}`,
    order: sql`r.due_date, r.id`,
    amount: sql`r.owed`,
    shown: (rows) =>
      sql`select r.id, r.invoice_no, b.name as buyer_name, b.code as buyer_code, s.name as supplier_name, r.issue_date, r.due_date, r.currency, r.amount, r.owed as outstanding, r.overdue_days, r.bucket, r.finance_status
        from ${rows} join company b on b.id = r.buyer_id join company s on s.id = r.supplier_id`,
  }
}

type OwedRow = Answer<typeof arCalls.queryDueBalanceTable>['list'][number]

export const queryDueBalanceTable: Handler<typeof arCalls.queryDueBalanceTable> = async (request) => {
  const page = await rowsPage<OwedRow>(request.tx, request.body, owedRows(request))
  return {
    ...page,
    sum: amountText(page.sum, request.body.currency),
    list: page.list.map((row) => ({
      ...row,
      amount: amountText(row.amount, row.currency),
      outstanding: amountText(row.outstanding, row.currency),
    })),
  }
}
