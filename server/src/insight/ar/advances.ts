import { scaleOf } from '@usance/domain/currencies'
import { amountsIn } from '@usance/domain/ledger/law-words'
import { type RawBuilder, sql } from 'kysely'
import { carriesLoan } from '../../books/servicing/carries-loan.ts'
import type { Tx } from '../../database/database.ts'
import { type ArQuery, ofBuyers } from './population.ts'

// What a supplier could finance is a sum of advances that are each rounded down by themselves. For suppliers with many open
// invoices it is kept, at the rate they are offered, in receivable_advance and the changes that no job has folded in yet.

/** From this many open invoices on in a currency, reading them all takes longer than keeping their sum. */
const many = 500

/** What of an invoice `i` may be advanced on, were it not for the day and a financed purchase order. */
export const financeable = sql.raw(
  'financeable_amount(i.doc_status, i.finance_status, i.outstanding, i.confirmed_amount, i.adjusted_amount, i.debited_amount, i.paid_amount)',
)
const isFinanceable = sql.raw(`i.doc_status = 'CONFIRMED' and i.finance_status = 'UNFINANCED' and i.outstanding > 0`)
const key = sql.raw('supplier_id, currency, rate')

/** Days in order at which offers begin or end to take what is due, each part of the time ending where the next one begins. */
export type Cuts = readonly string[]
/** SQL: whether a due day is in one of the parts, and in which, counted from one. */
export const isInParts = (day: RawBuilder<unknown>, cuts: Cuts): RawBuilder<boolean> =>
  sql<boolean>`(${day} >= ${cuts[0] ?? 'infinity'}::date and ${day} < ${cuts.at(-1) ?? '-infinity'}::date)`
export const partOf = (day: RawBuilder<unknown>, cuts: Cuts): RawBuilder<number> =>
  sql<number>`width_bucket(${day}, ${[...cuts]}::date[])`
/** The part of the time that begins on a cut. */
export const partFrom = (cuts: Cuts, day: string): number => cuts.indexOf(day) + 1

/**
 * The sum of the advances at a rate by buyer and part of the time in which they are due, from what is kept: without the invoices of
 * purchase orders that carry a loan, which are for its conversion alone. `rate` is SQL for the rate; that it is kept is for the
 * caller to know.
 */
export function keptAdvances(supplierId: string, { currency, buyerCode }: ArQuery, rate: RawBuilder<unknown>, cuts: Cuts) {
  const part = (day: string) => partOf(sql.ref(day), cuts)
  const mine = sql`s.supplier_id = ${supplierId} and s.currency = ${currency} and s.rate = ${rate} and ${isInParts(sql.ref('s.day'), cuts)} and ${ofBuyers(buyerCode, 's')}`
  return sql`select buyer_id, part, sum(advance)::text as advance from (
      select s.buyer_id, ${part('s.day')} as part, s.advance from receivable_advance s where ${mine}
      union all select s.buyer_id, ${part('s.day')}, s.advance from receivable_advance_change s where ${mine}
      union all select i.buyer_id, ${part('i.due_date')}, -trunc(${financeable} * ${rate} / 100, ${scaleOf(currency)})
        from purchase_order o join invoice i on i.purchase_order_id = o.id
        where o.supplier_id = ${supplierId} and ${carriesLoan(sql`o.id`)} and i.supplier_id = ${supplierId}
          and i.currency = ${currency} and ${isFinanceable} and ${isInParts(sql.ref('i.due_date'), cuts)} and ${ofBuyers(buyerCode)}) x group by 1, 2`
}

/** Only one at a time folds or builds: what is being built already holds the changes that are being folded. */
const alone = (tx: Tx) => sql`select pg_advisory_xact_lock(710)`.execute(tx)

/** Folds the changes into the sums. Answers how many. */
export async function foldAdvances(tx: Tx): Promise<number> {
  await alone(tx)
  const { rows } = await sql<{ folded: number }>`
    with gone as (delete from receivable_advance_change where id in (select id from receivable_advance_change order by id limit 50000) returning *),
    kept as (insert into receivable_advance as kept select ${key}, day, buyer_id, sum(advance) from gone group by 1, 2, 3, 4, 5
      on conflict (supplier_id, currency, rate, day, buyer_id) do update set advance = kept.advance + excluded.advance returning 1)
    select count(*)::int as folded from gone`.execute(tx)
  return rows[0]!.folded
}

/** Keeps the sums at the rates that suppliers are offered from now on, and forgets those at other rates. */
export async function chooseRates(tx: Tx, today: string, atLeast = many): Promise<void> {
  await alone(tx)
  const offered = sql`select distinct f.supplier_id, c.currency, p.advance_rate::numeric as rate
    from financing_product p join pricing_offer f on f.product_id = p.id and f.status = 'ACCEPTED' and f.valid_until >= ${today}::date cross join unnest(p.currencies) as c(currency)
    where p.status = 'ENABLE' and p.type = 'RECEIVABLE_PURCHASE'`
  const { rows } = await sql<{ supplierId: string; currency: string; rate: string; chosen: boolean; wanted: boolean }>`
    select supplier_id, currency, rate, r.rate is not null as chosen, o.rate is not null as wanted
    from (${offered}) o full join receivable_advance_rate r using (supplier_id, currency, rate)
    where o.rate is null or (r.rate is null
      and (select coalesce(sum(d.open_due), 0) from receivable_day d where d.supplier_id = o.supplier_id and d.currency = o.currency and d.owed_due <> 0) >= ${atLeast})`.execute(
    tx,
  )
  for (const { supplierId, currency, rate, wanted } of rows)
    if (wanted)
      await sql`insert into receivable_advance_rate (supplier_id, currency, rate, scale) values (${supplierId}, ${currency}, ${rate}, ${scaleOf(currency)})`.execute(
        tx,
      )
    else
      for (const table of ['receivable_advance_rate', 'receivable_advance_change', 'receivable_advance'])
        await sql`delete from ${sql.table(table)} where supplier_id = ${supplierId} and currency = ${currency} and rate = ${rate}`.execute(
          tx,
        )
}

/**
 * Marks from which transaction on every change of an invoice adds its changes at a chosen rate: the choice is known to
 * everybody by now. A mark of another cluster, from which this database was restored, is no mark.
 */
export const markSince = (tx: Tx) =>
  sql`update receivable_advance_rate set since = pg_snapshot_xmax(pg_current_snapshot()) where not ready and (since is null or since > pg_snapshot_xmax(pg_current_snapshot()))`.execute(
    tx,
  )

/** Builds the sums whose earlier transactions have all ended, so that invoices and changes seen together are the whole. */
export async function buildAdvances(tx: Tx): Promise<void> {
  await alone(tx)
  const { rows } = await sql<{ supplierId: string; currency: string; rate: string; scale: number }>`
    select supplier_id, currency, rate, scale from receivable_advance_rate where not ready and since <= pg_snapshot_xmin(pg_current_snapshot())`.execute(
    tx,
  )
  for (const { supplierId, currency, rate, scale } of rows) {
    const of = sql`supplier_id = ${supplierId} and currency = ${currency} and rate = ${rate}`
    await sql`delete from receivable_advance where ${of}`.execute(tx)
    // In one statement, so of one moment: the changes that the invoices read here already show are dropped.
    await sql`with gone as (delete from receivable_advance_change where ${of})
      insert into receivable_advance (${key}, day, buyer_id, advance)
      select i.supplier_id, i.currency, ${rate}::numeric, i.due_date, i.buyer_id, sum(trunc(${financeable} * ${rate}::numeric / 100, ${scale}))
      from invoice i where i.supplier_id = ${supplierId} and i.currency = ${currency} and ${isFinanceable} group by 1, 2, 3, 4, 5`.execute(
      tx,
    )
    await sql`update receivable_advance_rate set ready = true where ${of}`.execute(tx)
  }
}

/** Where a kept sum of advances differs from what the invoices add up to: nothing, or there is a fault. */
export async function checkAdvances(tx: Tx): Promise<{ invariant: string; subject: string; detail: string }[]> {
  const { rows } = await sql<Record<string, string>>`
    select ${key}, day, buyer_id, sum(advance) as difference from (
      select * from receivable_advance union all select ${key}, day, buyer_id, advance from receivable_advance_change
      union all select i.supplier_id, i.currency, r.rate, i.due_date, i.buyer_id, -trunc(${financeable} * r.rate / 100, r.scale)
        from invoice i join receivable_advance_rate r on r.supplier_id = i.supplier_id and r.currency = i.currency where ${isFinanceable}
    ) x where (${key}) in (select ${key} from receivable_advance_rate where ready) group by ${key}, day, buyer_id having sum(advance) <> 0 limit 20`.execute(
    tx,
  )
  return rows.map((row) => ({
    invariant: 'kept advances equal the invoices',
    subject: `${row.supplierId}/${row.buyerId}/${row.currency} at ${row.rate} ${row.day}`,
    detail: amountsIn(row.currency!)`It differs by ${{ stored: row.difference! }}.`,
  }))
}
