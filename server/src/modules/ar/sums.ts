import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../http/context.ts'
import { type ArQuery, type ArRequest, ofBuyers, own, queryOf } from './population.ts'
import { shared } from './shared-answers.ts'

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

/** Whether no row is dated after the business date: such a row is not yet to be counted, and the sums hold it already. */
export function nothingLater({ tx, actor, body, today }: ArRequest): Promise<boolean> {
  const query = queryOf({ body, today })
  return shared(body, 'sums', async () => {
    const { rows } = await sql<{ later: boolean }>`
      select exists (select from (${sumsOf(actor, query, 'day', sql`s.day > ${today}::date`)}) s where invoiced <> 0 or reduced <> 0 or paid <> 0) as later`.execute(
      tx,
    )
    return !rows[0]!.later
  })
}

/**
 * Answers from the sums where they know the answer, from the base rows otherwise. They know only today, and only
 * suppliers', buyers' and the staff's sides. They are asked without waiting to hear that nothing is dated later.
 */
export async function fromSums<T>(request: ArRequest, ofSums: () => Promise<T>, ofRows: () => Promise<T>): Promise<T> {
  const { actor, today } = request
  const known = actor.staff || actor.companyRole === 'SUPPLIER' || actor.companyRole === 'BUYER'
  if (!known || queryOf(request).asOf !== today) return ofRows()
  const [isComplete, answer] = await Promise.all([nothingLater(request), ofSums()])
  return isComplete ? answer : ofRows()
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
const summed = (day: RawBuilder<unknown>) =>
  sql`supplier_id, buyer_id, currency, buyer_visible, ${day}, ${sql.raw(measures.map((name) => `sum(${name})`).join(', '))}`
const added = sql.raw(measures.map((name) => `${name} = kept.${name} + excluded.${name}`).join(', '))

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
    detail: JSON.stringify(row),
  }))
}
