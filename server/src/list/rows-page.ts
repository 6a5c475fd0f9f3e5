import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../database/database.ts'

export type RowsAsked = {
  /** Everything there is, as `select … from …`, without order or bounds. */
  found: RawBuilder<unknown>
  /** Ends with an id, so that no row stands on two pages. */
  order: RawBuilder<unknown>
  /** What is shown of the page's rows, which it gets as a subquery `r`: only these are joined with names. */
  shown: (page: RawBuilder<unknown>) => RawBuilder<unknown>
  /** An amount of `found` as `r`, to be summed over all pages. */
  amount?: RawBuilder<unknown>
}

/** One page of a hand-written question's rows, how many there are in all, and the sum of their amount. */
export async function rowsPage<Row>(
  tx: Tx,
  { pageNum, pageSize }: { pageNum: number; pageSize: number },
  { found, order, shown, amount }: RowsAsked,
) {
  const page = sql`(select r.* from (${found}) r order by ${order} limit ${pageSize} offset ${(pageNum - 1) * pageSize}) r`
  const [{ rows }, total] = await Promise.all([
    sql<Row>`${shown(page)} order by ${order}`.execute(tx),
    sql<{
      n: number
      sum: string
    }>`select count(*)::int as n, coalesce(sum(${amount ?? sql`0`}), 0)::text as sum from (${found}) r`.execute(tx),
  ])
  return { pageNum, pageSize, total: total.rows[0]!.n, sum: total.rows[0]!.sum, list: rows }
}
