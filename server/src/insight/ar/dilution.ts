import type { arCalls } from '@usance/wire/ar/calls'
import type { Answer } from '@usance/wire/call'
import { type RawBuilder, sql } from 'kysely'
import { amountText } from '../../database/amount.ts'
import type { Handler, Reading } from '../../http/context.ts'
import { type RowsAsked, rowsPage } from '../../list/rows-page.ts'
import { isReduction } from '../../trade/adjustment/reductions.ts'
import { idFound, ownAdjustmentsOnInvoices } from '../../trade/invoice/own-receivables.ts'
import { type ArNarrowed, type ArRequest, countedAt, inCurrency, ofBuyers, queryOf, reduction } from './population.ts'
import { shared } from './shared-answers.ts'
import { fromSums, type Later, sumsOf } from './sums.ts'

/** The twelve months up to the last day asked for, without the first day's anniversary, unless a first day is said. */
const windowOf = (request: ArRequest) => {
  const { asOf } = queryOf(request)
  const { dateBegin, dateEnd } = request.body
  const to = dateEnd && dateEnd < asOf ? dateEnd : asOf
  return {
    from: dateBegin ? sql`${dateBegin}::date` : sql`(${to}::date - interval '1 year' + interval '1 day')::date`,
    to,
  }
}
const reductions = (request: ArRequest) => {
  const { currency, buyerCode } = queryOf(request)
  const { from, to } = windowOf(request)
  return sql`select a.id, a.invoice_id, ${idFound} as id_found, i.invoice_no, a.ref_no, a.type, a.reason, a.buyer_id, a.adjustment_date, ${reduction} as amount
    from ${ownAdjustmentsOnInvoices(request.actor)}
    where a.currency = ${currency} and ${isReduction} and ${ofBuyers(buyerCode, 'a')} and a.adjustment_date between ${from} and ${to}::date`
}

/** The first day of a day's month; what is put together by it first is grouped three ways in far fewer rows. */
const monthOf = (day: string) => sql.raw(`(${day} - (extract(day from ${day})::int - 1))`)

type Dilution = {
  month: string | null
  buyerCode: string | null
  buyerName: string | null
  amount: string
  invoiced: string
  invoices: number
  ratePct: string | null
  sharePct: string | null
}

/** Reductions of the window against what was invoiced in it: by month, by buyer, and as a whole (with neither). */
function dilution(request: ArRequest): Promise<Dilution[]> {
  const { tx, actor, body } = request
  const query = queryOf(request)
  const { from, to } = windowOf(request)
  const ask = async (invoiced: RawBuilder<unknown>, later: Later) => {
    const { rows } = await sql<Dilution>`
      select g.*, c.code as buyer_code, c.name as buyer_name, ${later} as later from (
        select to_char(month, 'YYYY-MM') as month, buyer_id, coalesce(sum(amount), 0) as amount, coalesce(sum(invoiced), 0) as invoiced, count(distinct invoice_id)::int as invoices,
          round(coalesce(sum(amount), 0) * 100 / nullif(sum(invoiced), 0), 2)::text as rate_pct, round(coalesce(sum(amount), 0) * 100 / nullif(sum(sum(amount)) over (partition by grouping(buyer_id), grouping(month)), 0), 2)::text as share_pct
        from (
          select buyer_id, ${monthOf('adjustment_date')} as month, amount, 0 as invoiced, invoice_id from (${reductions(request)}) r
          union all select buyer_id, ${monthOf('day')}, 0, sum(invoiced), null from (${invoiced}) v group by 1, 2) x
        group by grouping sets ((month), (buyer_id), ())) g
      left join company c on c.id = g.buyer_id order by g.month, g.amount desc, c.code`.execute(tx)
    return rows
  }
  return shared(body, 'dilution', () =>
    fromSums(
      request,
      (later) =>
        ask(
          sql`select buyer_id, day, invoiced from (${sumsOf(actor, query, 'day', sql`s.day between ${from} and ${to}::date`)}) s where invoiced <> 0`,
          later,
        ),
      () =>
        ask(
          sql`select i.buyer_id, i.issue_date as day, i.amount as invoiced from ${countedAt(actor, query)} and i.issue_date between ${from} and ${to}::date`,
          sql`null::boolean`,
        ),
    ),
  )
}

/** Dilution of the window by buyer: reductions as percent of what was invoiced. */
export const queryDilutionByBuyer: Reading<typeof arCalls.queryDilutionByBuyer> = async (request) => {
  const { currency } = request.body
  const rows = await dilution(request)
  const whole = rows.find(({ month, buyerCode }) => month === null && buyerCode === null)
  return {
    reductions: amountText(whole?.amount ?? '0', currency),
    invoiced: amountText(whole?.invoiced ?? '0', currency),
    ratePct: whole?.ratePct ?? null,
    buyers: rows.flatMap(({ buyerCode, buyerName, amount, invoiced, sharePct, ratePct }) =>
      buyerCode === null || buyerName === null
        ? []
        : [
            {
              buyerCode,
              buyerName,
              amount: amountText(amount, currency),
              invoiced: amountText(invoiced, currency),
              sharePct,
              ratePct,
            },
          ],
    ),
  }
}

/** Dilution by month of the window. */
export const queryDilutionByDate: Handler<typeof arCalls.queryDilutionByDate> = async (request) => {
  const { currency } = request.body
  return (await dilution(request)).flatMap(({ month, amount, invoiced, ratePct }) =>
    month === null
      ? []
      : [{ date: month, amount: amountText(amount, currency), invoiced: amountText(invoiced, currency), ratePct }],
  )
}

export const queryDilutionCount: Handler<typeof arCalls.queryDilutionCount> = async (request) => {
  const rows = await dilution(request)
  return { count: rows.find(({ month, buyerCode }) => month === null && buyerCode === null)?.invoices ?? 0 }
}

/** Reductions, one row each, the newest first. */
export function dilutionRows(request: ArRequest & ArNarrowed): RowsAsked {
  const { body } = request
  const month = body.filterFields?.month ?? body.month
  return {
    found: sql`select * from (${reductions(request)}) r ${month ? sql`where to_char(adjustment_date, 'YYYY-MM') = ${month}` : sql``}`,
    order: sql`r.adjustment_date desc, r.id`,
    amount: sql`r.amount`,
    shown: (rows) =>
      sql`select r.id, r.id_found as invoice_id, r.invoice_no, r.ref_no, r.type, r.reason, c.name as buyer_name, c.code as buyer_code, r.adjustment_date, r.amount
        from ${rows} join company c on c.id = r.buyer_id`,
  }
}

type ReductionRow = Omit<Answer<typeof arCalls.queryDilutionByDateTable>['list'][number], 'currency'>

export const dilutionTable: Handler<typeof arCalls.queryDilutionByDateTable> = async (request) =>
  inCurrency(await rowsPage<ReductionRow>(request.tx, request.body, dilutionRows(request)), request.body.currency)
