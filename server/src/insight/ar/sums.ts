import { amountsIn } from '@usance/domain/ledger/law-words'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../http/context.ts'
import { own } from '../../trade/invoice/own-receivables.ts'
import { type ArQuery, type ArRequest, ofBuyers, queryOf } from './population.ts'
import { asksAll, shared } from './shared-answers.ts'

const facts = sql.raw(
  'supplier_id, buyer_id, currency, buyer_visible, day, invoiced, owed_issued, owed_due, open_due, reduced, paid, paid_on_time, paid_days, paid_late_days',
)

/**
 * The sums kept beside the base rows, as rows `s`: by day, or by month under the month's first day, with the changes that
 * no job has folded in yet. Narrowed to the caller's own side, the currency and the buyers asked for.
 */
export function sumsOf(
  actor: Actor,
  { currency, buyerCode }: ArQuery,
  by: 'day' | 'month',
  when = sql`true`,
): RawBuilder<unknown> {
  const kept = by === 'day' ? sql.raw('receivable_day') : sql.raw('receivable_month')
  const own_ = sql`${own(actor, 's')} and s.currency = ${currency} and ${ofBuyers(buyerCode, 's')} and ${when}`
  const day = by === 'day' ? sql`day` : sql`date_trunc('month', day)::date as day`
  return sql`select s.* from ${kept} s where ${own_}
    union all select s.* from (select supplier_id, buyer_id, currency, buyer_visible, ${day}, invoiced, owed_issued, owed_due, open_due, reduced, paid, paid_on_time, paid_days, paid_late_days from receivable_change) s where ${own_}`
}

/** SQL for whether a row is dated after the business date, found at the end of an index: it is not yet to be counted, and the sums hold it already. */
function datedLater({ actor, body, today }: ArRequest): RawBuilder<boolean> {
  const query = queryOf({ body, today })
  const last = (table: string) =>
    sql`(select max(s.day) from ${sql.raw(table)} s where ${own(actor, 's')} and s.currency = ${query.currency} and ${ofBuyers(query.buyerCode, 's')} and (s.invoiced <> 0 or s.reduced <> 0 or s.paid <> 0))`
  return sql`coalesce(greatest(${last('receivable_day')}, ${last('receivable_change')}) > ${today}::date, false)`
}

/** Whether no row is dated after the business date. */
export function nothingLater(request: ArRequest): Promise<boolean> {
  return shared(request.body, 'sums', async () => {
    const { rows } = await sql<{ later: boolean }>`select ${datedLater(request)} as later`.execute(request.tx)
    return !rows[0]!.later
  })
}

/** What a statement over the sums also answers in every row: whether a row is dated later, or null where that is asked once for all. */
export type Later = RawBuilder<boolean | null>
type MayBeLater<R> = R & { later?: boolean | null }

/**
 * Answers from the sums where they know the answer, from the base rows otherwise. They know only today, and only
 * suppliers', buyers' and the staff's sides. They are asked without waiting to hear that nothing is dated later: a figure by
 * itself in one statement with that, the figures of a dashboard with one statement for all.
 */
export async function fromSums<R extends object>(
  request: ArRequest,
  ofSums: (later: Later) => Promise<MayBeLater<R>[]>,
  ofRows: () => Promise<R[]>,
): Promise<R[]> {
  const { actor, body, today } = request
  const known = actor.staff || actor.companyRole === 'SUPPLIER' || actor.companyRole === 'BUYER'
  if (!known || queryOf(request).asOf !== today) return ofRows()
  if (asksAll(body)) {
    const [isComplete, rows] = await Promise.all([nothingLater(request), ofSums(sql`null::boolean`)])
    return isComplete ? rows : ofRows()
  }
  const rows = await ofSums(datedLater(request))
  const isComplete = rows.length > 0 ? rows[0]!.later === false : await nothingLater(request)
  return isComplete ? rows : ofRows()
}

/** Folds the changes into the sums by day and by month. Readers see a change before or after, never twice and never not. */
export async function foldSums(tx: Tx): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with gone as (delete from receivable_change where id in (select id from receivable_change order by id limit 50000 for update skip locked) returning ${facts}),
    by_day as (insert into receivable_day as kept select ${summed(sql`day`)} from gone group by 1, 2, 3, 4, 5 on conflict (supplier_id, currency, day, buyer_id, buyer_visible) do update set ${added} returning 1),
    by_month as (insert into receivable_month as kept select ${summed(sql`date_trunc('month', day)::date`)} from gone group by 1, 2, 3, 4, 5 on conflict (supplier_id, currency, day, buyer_id, buyer_visible) do update set ${added} returning 1)
    select (select count(*) from gone)::int as folded`.execute(tx)
  return rows[0]!.folded
}
const measures = [
  'invoiced',
  'owed_issued',
  'owed_due',
  'open_due',
  'reduced',
  'paid',
  'paid_on_time',
  'paid_days',
  'paid_late_days',
]
/** What counts invoices or days; the others are amounts. */
const counts = ['open_due', 'paid_days', 'paid_late_days']
const summed = (day: RawBuilder<unknown>) =>
  sql`supplier_id, buyer_id, currency, buyer_visible, ${day}, ${sql.raw(measures.map((name) => `sum(${name})`).join(', '))}`
const added = sql.raw(measures.map((name) => `${name} = kept.${name} + excluded.${name}`).join(', '))

/** The measures that differ, by how much. */
function differences(row: Record<string, string>): string {
  const told = amountsIn(row.currency!)
  return measures
    .flatMap((name) => {
      const by = row[name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())]!
      return Number(by) === 0 ? [] : [told`${name.replaceAll('_', ' ')} by ${counts.includes(name) ? by : { stored: by }}`]
    })
    .join(', ')
}

/** Where the sums differ from what the base rows add up to: nothing, or there is a fault. */
export async function checkSums(tx: Tx): Promise<{ invariant: string; subject: string; detail: string }[]> {
  const key = sql.raw('supplier_id, buyer_id, currency, buyer_visible, day')
  const totals = sql.raw(measures.map((name) => `sum(${name}) as ${name}`).join(', '))
  const some = sql.raw(measures.map((name) => `${name} <> 0`).join(' or '))
  const { rows } = await sql<Record<string, string>>`
    select * from (
      select ${key}, ${totals} from (
        select ${facts} from receivable_day union all select ${facts} from receivable_change
        union all select supplier_id, buyer_id, currency, buyer_visible, day, ${sql.raw(measures.map((name) => `-${name}`).join(', '))} from receivable_fact
      ) x group by ${key}
    ) d where ${some} limit 20`.execute(tx)
  return rows.map((row) => ({
    invariant: 'receivable sums equal the base rows',
    subject: `${row.supplierId}/${row.buyerId}/${row.currency} ${row.day}`,
    detail: differences(row),
  }))
}
