import type { FxRate } from '@usance/domain/fx'
import { parseDecimal } from '@usance/domain/rational'
import type { configChangeCalls } from '@usance/wire/config-change/calls'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'

/** The two currencies of a rate, whichever of them comes first; the index `fx_rate_pair` has the same words. */
const pairOfRate = sql`least(from_currency::text, to_currency::text), greatest(from_currency::text, to_currency::text)`

/** The exchange rates in force on a day: the newest of each two currencies, in whichever direction it was entered. */
export async function ratesInForce(tx: Tx, day: string, between?: readonly [string, string]): Promise<FxRate[]> {
  const wanted: RawBuilder<unknown> = between ? sql`and (${pairOfRate}) = (${sql.join([...between].sort())})` : sql``
  const { rows } = await sql<{ fromCurrency: string; toCurrency: string; rate: string; inverse: string }>`
    select distinct on (${pairOfRate}) from_currency, to_currency, rate::text as rate, inverse::text as inverse
    from fx_rate where rate_date <= ${day}::date ${wanted} order by ${pairOfRate}, rate_date desc`.execute(tx)
  return rows.map((row) => ({
    from: row.fromCurrency,
    to: row.toCurrency,
    rate: parseDecimal(row.rate),
    inverse: parseDecimal(row.inverse),
  }))
}

/** The rate of two currencies in force on a day, or the newest without a day, as one unit of the first in the second. */
export const fxInForce: Handler<typeof configChangeCalls.fxInForce> = async ({ tx, body: { fromCurrency, toCurrency, day } }) => {
  const upTo: RawBuilder<unknown> = day ? sql`and rate_date <= ${day}::date` : sql``
  const { rows } = await sql<{ rate: string; rateDate: string }>`
    select trim_scale(case from_currency when ${fromCurrency} then rate else inverse end)::text as rate, rate_date
    from fx_rate where (${pairOfRate}) = (${sql.join([fromCurrency, toCurrency].sort())}) ${upTo}
    order by rate_date desc limit 1`.execute(tx)
  return rows[0] ?? null
}

/** The newest rate between two currencies takes the place of one entered for the same day, also in the other direction. */
export const keepRate = (
  tx: Tx,
  id: string,
  {
    fromCurrency,
    toCurrency,
    rateDate,
    rate,
    inverse,
  }: Record<'fromCurrency' | 'toCurrency' | 'rateDate' | 'rate' | 'inverse', string>,
) =>
  sql`insert into fx_rate (id, from_currency, to_currency, rate_date, rate, inverse)
    values (${id}, ${fromCurrency}, ${toCurrency}, ${rateDate}::date, ${rate}::numeric, ${inverse}::numeric)
    on conflict (${pairOfRate}, rate_date) do update set from_currency = excluded.from_currency, to_currency = excluded.to_currency,
      rate = excluded.rate, inverse = excluded.inverse`.execute(tx)
