import { channelPartnerList } from '@usance/wire/channel-partner/list'
import { sql } from 'kysely'
import { type Selected, source } from '../../list/source.ts'
import { introduced } from './introduced.ts'

/** One row a partner, month and currency, whose orders are those that were funded in the month, less those whose funding came back in it; the running month goes up to the business date. A month of several rates shows none. */
export const channelPartnerSource = source(channelPartnerList, (tx, { actor, today }) =>
  tx
    .selectFrom(
      sql<
        Selected<typeof channelPartnerList>
      >`(select md5(partner_id || month::text || currency)::uuid as id, partner_id, partner_name, currency,
          least((month + interval '1 month - 1 day')::date, ${today}::date) as as_on,
          count(distinct supplier_id)::int as companies, sum(sign(financed))::int as orders, sum(financed) as financed,
          sum(fee_base) as fee_base, case when min(rate_pct) = max(rate_pct) then min(rate_pct) end as rate_pct, sum(commission) as commission
        from (${introduced(actor, today)}) i group by partner_id, partner_name, currency, month)`.as('x'),
    )
    .selectAll(),
)
