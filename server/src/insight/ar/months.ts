import { addMonths, endOfMonth, minDate, startOfMonth } from '@usance/domain/local-date'
import { add, subtract, toDecimal, zero } from '@usance/domain/money'
import type { arCalls } from '@usance/wire/ar/calls'
import { sql } from 'kysely'
import { amountOf, amountText } from '../../database/amount.ts'
import type { Handler } from '../../http/context.ts'
import { holdsForTime } from '../../trade/invoice/own-receivables.ts'
import { type ArRequest, countedAt, ofBuyers, queryOf, receivables, reduction } from './population.ts'
import { asksAll, shared } from './shared-answers.ts'
import { fromSums, type Later, sumsOf } from './sums.ts'

/** Sums of a month (with `month`), of a buyer (with `buyerCode`), or of everything (with neither). */
export type MonthSums = {
  month: string | null
  buyerCode: string | null
  buyerName: string | null
  invoiced: string
  owedIssued: string
  reduced: string
  paid: string
  payments: number
  sharePct: string | null
  onTimePct: string | null
  daysToPay: string | null
  daysLate: string | null
}

/** The sums by month, by buyer and as a whole; the buyers only when they are wanted. */
export async function sumsBy(request: ArRequest, by: 'month' | 'buyer', later: Later = sql`null::boolean`): Promise<MonthSums[]> {
  const { tx, actor, body } = request
  const which = asksAll(body) ? 'both' : by
  const sets = sql.raw({ month: '(day), ()', buyer: '(buyer_id)', both: '(day), (buyer_id), ()' }[which])
  const month = which === 'buyer' ? sql`null` : sql`to_char(day, 'YYYY-MM')`
  const buyer = which === 'month' ? sql`null::uuid` : sql`buyer_id`
  const share =
    which === 'month'
      ? sql`null`
      : sql`round(sum(paid) * 100 / nullif(sum(sum(paid)) over (partition by grouping(buyer_id)), 0), 2)::text`
  const names = which === 'month' ? sql`null as buyer_code, null as buyer_name` : sql`c.code as buyer_code, c.name as buyer_name`
  const all = await shared(body, `sums by ${which}`, async () => {
    const { rows } = await sql<MonthSums>`
      select g.*, ${names}, ${later} as later from (
        select ${month} as month, ${buyer} as buyer_id, sum(invoiced) as invoiced, sum(owed_issued) as owed_issued, sum(reduced) as reduced, sum(paid) as paid, (count(*) filter (where paid <> 0))::int as payments,
          ${share} as share_pct,
          round(sum(paid_on_time) * 100 / nullif(sum(paid), 0), 2)::text as on_time_pct,
          round(sum(paid_days) / nullif(sum(paid), 0), 1)::text as days_to_pay,
          round(sum(paid_late_days) / nullif(sum(paid), 0), 1)::text as days_late
        from (${sumsOf(actor, queryOf(request), 'month')}) s group by grouping sets (${sets})) g
      ${which === 'month' ? sql`` : sql`left join company c on c.id = g.buyer_id`} order by g.month, g.paid desc, buyer_code`.execute(
      tx,
    )
    return rows
  })
  return all.filter(({ buyerCode }) => (buyerCode !== null) === (by === 'buyer'))
}

/** The twelve months up to the day, by their first day. */
const twelveMonths = (asOf: string) => Array.from({ length: 12 }, (_, n) => addMonths(startOfMonth(asOf), n - 11))

/** What was owed at each of the last twelve month ends: issued less reduced or waived less paid, each up to that day. */
export const queryHistoryDueBalance: Handler<typeof arCalls.queryHistoryDueBalance> = async (request) => {
  const query = queryOf(request)
  const { asOf, currency } = query
  const ends = twelveMonths(asOf).map((month) => minDate(endOfMonth(month), asOf))
  const monthly = await fromSums<Moves>(
    request,
    async (later) => (asksAll(request.body) ? await sumsBy(request, 'month') : await movesOf(request, later)),
    () => (holdsForTime(request.actor) ? movesHeld(request) : movesOfRows(request)),
  )
  const changes = monthly.flatMap(({ month, invoiced, reduced, paid }) => {
    // The whole has no month, and where there is nothing its sums are nothing too.
    if (month === null) return []
    const [issued, less, received] = [invoiced, reduced, paid].map((amount) => amountOf(amount, currency))
    return [{ month, change: subtract(subtract(issued!, less!), received!) }]
  })
  let owed = zero(currency)
  return ends.map((date, n) => {
    const month = date.slice(0, 7)
    for (const one of changes) if (one.month === month || (n === 0 && one.month < month)) owed = add(owed, one.change)
    return { date, amount: toDecimal(owed) }
  })
}

/** The same of the invoices themselves, which are the caller's for good. */
async function movesOfRows(request: ArRequest): Promise<Moves[]> {
  const query = queryOf(request)
  const { rows } = await sql<Moves>`
    with counted as (select i.id, i.issue_date, i.amount from ${countedAt(request.actor, query)}), moves as (${moves})
    select to_char(date, 'YYYY-MM') as month, sum(invoiced) as invoiced, sum(reduced) as reduced, sum(paid) as paid
    from moves where date <= ${query.asOf}::date group by 1`.execute(request.tx)
  return rows
}

const moves = sql`
  select id, issue_date as date, amount as invoiced, 0 as reduced, 0 as paid from counted
  union all select c.id, a.adjustment_date, 0, ${reduction}, 0 from invoice_adjustment a join counted c on c.id = a.invoice_id where a.status = 'PASSED'
  union all select c.id, p.pay_date, 0, case when p.waived then p.amount else 0 end, case when p.waived then 0 else p.amount end from invoice_payment p join counted c on c.id = p.invoice_id`

/** The same of a funder: a receivable comes to it as it stands on the day from which it is held, and leaves as it stands when given away. */
async function movesHeld(request: ArRequest): Promise<Moves[]> {
  const { currency, buyerCode, asOf } = queryOf(request)
  const { rows } = await sql<Moves>`
    with held as materialized (
      select i.id, i.issue_date, i.amount, i.from_day, i.until_day from receivables_held() i
      where i.currency = ${currency} and i.doc_status not in ('DRAFT', 'CANCELLED') and greatest(i.issue_date, i.from_day) <= ${asOf}::date and ${ofBuyers(buyerCode)}),
    counted as (select distinct id, issue_date, amount from held), moves as (${moves}),
    stood as (
      select greatest(m.date, h.from_day) as date, h.until_day, m.invoiced, m.reduced, m.paid
      from held h join moves m on m.id = h.id where greatest(m.date, h.from_day) < h.until_day)
    select to_char(date, 'YYYY-MM') as month, sum(invoiced) as invoiced, sum(reduced) as reduced, sum(paid) as paid from (
      select date, invoiced, reduced, paid from stood union all select until_day, -invoiced, -reduced, -paid from stood) x
    where date <= ${asOf}::date group by 1`.execute(request.tx)
  return rows
}

type Moves = { month: string | null; invoiced: string; reduced: string; paid: string }

/** What came and went by month, and nothing else. */
async function movesOf(request: ArRequest, later: Later): Promise<Moves[]> {
  const { rows } = await sql<Moves>`
    select to_char(day, 'YYYY-MM') as month, sum(invoiced) as invoiced, sum(reduced) as reduced, sum(paid) as paid, ${later} as later
    from (${sumsOf(request.actor, queryOf(request), 'month')}) s group by day`.execute(request.tx)
  return rows
}

/** Invoiced by month of issue over twelve months, and how much of it is still owed. */
export const queryAccountReceivaleByDate: Handler<typeof arCalls.queryAccountReceivaleByDate> = async (request) => {
  const { tx, actor } = request
  const query = queryOf(request)
  const months = twelveMonths(query.asOf)
  const rows = await fromSums<{ month: string | null; invoiced: string; owedIssued: string }>(
    request,
    (later) => sumsBy(request, 'month', later),
    async () => {
      const gross = sql`select i.issue_date, i.amount as invoiced, 0 as owed from ${countedAt(actor, query)} and i.issue_date >= ${months[0]}::date`
      const open = sql`select issue_date, 0, owed from (${receivables(actor, query)}) r where issue_date >= ${months[0]}::date`
      const found = await sql<{ month: string; invoiced: string; owedIssued: string }>`
        select to_char(issue_date, 'YYYY-MM') as month, sum(invoiced) as invoiced, sum(owed) as owed_issued from (${gross} union all ${open}) x group by 1`.execute(
        tx,
      )
      return found.rows
    },
  )
  return months.map((month) => {
    const row = rows.find((candidate) => candidate.month === month.slice(0, 7))
    return {
      date: month.slice(0, 7),
      amount: amountText(row?.invoiced ?? '0', query.currency),
      outstanding: amountText(row?.owedIssued ?? '0', query.currency),
    }
  })
}
