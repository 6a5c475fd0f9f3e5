import type { Outlook } from '@usance/wire/outlook/calls'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import type { OwnBuyer } from './own-buyers.ts'

/** Days of change from which a payment behaviour counts as moved. */
const noticeable = 1

/**
 * How buyers paid the caller in the last 90 days against the 90 before: within a currency by amount, and the currencies by their number
 * of payments, as amounts of two currencies have no sum. A remainder that was let go is no payment, and what the caller may not see
 * does not count. A watch stands where payments got later and a bad signal came within the same time.
 */
export async function outlookOf({ tx, today }: { tx: Tx; today: string }, buyers: OwnBuyer[]): Promise<Outlook[]> {
  if (buyers.length === 0) return []
  const ids = buyers.map(({ id }) => id)
  const { rows } = await sql<{
    buyerId: string
    late: string | null
    before: string | null
    onTime: string | null
    bad: boolean
  }>`
    with paid as (
      select p.buyer_id, p.pay_date > ${today}::date - 90 as is_now, count(*) as payments,
        sum(p.amount * (p.pay_date - i.due_date)) / nullif(sum(p.amount), 0) as late,
        coalesce(sum(p.amount) filter (where p.pay_date <= i.due_date), 0) / nullif(sum(p.amount), 0) as on_time
      from invoice_payment p join invoice i on i.id = p.invoice_id
      where p.buyer_id = any(${ids}::uuid[]) and not p.waived and p.pay_date > ${today}::date - 180 and p.pay_date <= ${today}::date
      group by 1, 2, p.currency)
    select b.id as buyer_id,
      round(sum(p.late * p.payments) filter (where p.is_now) / sum(p.payments) filter (where p.is_now), 1)::text as late,
      round(sum(p.late * p.payments) filter (where not p.is_now) / sum(p.payments) filter (where not p.is_now), 1)::text as before,
      round(100 * sum(p.on_time * p.payments) filter (where p.is_now) / sum(p.payments) filter (where p.is_now), 1)::text as on_time,
      exists (select from news_signal s where s.buyer_id = b.id and s.direction = 'DOWN' and s.news_date > ${today}::date - 90 and s.news_date <= ${today}::date) as bad
    from unnest(${ids}::uuid[]) b(id) left join paid p on p.buyer_id = b.id and p.late is not null group by b.id`.execute(tx)
  return buyers.map(({ id, code, name }) => {
    const row = rows.find((one) => one.buyerId === id)
    const change = row?.late != null && row.before != null ? Number(row.late) - Number(row.before) : null
    const trend = change === null ? 'UNKNOWN' : change >= noticeable ? 'WORSE' : change <= -noticeable ? 'BETTER' : 'SAME'
    return {
      buyer_id: id,
      buyer_code: code,
      buyer_name: name,
      days_late: row?.late ?? null,
      days_late_before: row?.before ?? null,
      on_time_pct: row?.onTime ?? null,
      trend,
      watch: trend === 'WORSE' && row?.bad === true,
    }
  })
}
