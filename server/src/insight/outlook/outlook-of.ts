import type { Outlook } from '@usance/wire/outlook/calls'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import type { OwnBuyer } from './own-buyers.ts'

/** Days of change from which a payment behaviour counts as moved. */
const noticeable = 1

/**
 * How buyers paid the caller in the last 90 days against the 90 before, by amount; what the caller may not see does not
 * count. A watch stands where payments got later and a bad signal came within the same time.
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
    select b.id as buyer_id,
      round(sum(p.amount * (p.pay_date - i.due_date)) filter (where p.pay_date > ${today}::date - 90) / nullif(sum(p.amount) filter (where p.pay_date > ${today}::date - 90), 0), 1)::text as late,
      round(sum(p.amount * (p.pay_date - i.due_date)) filter (where p.pay_date <= ${today}::date - 90) / nullif(sum(p.amount) filter (where p.pay_date <= ${today}::date - 90), 0), 1)::text as before,
      round(100 * sum(p.amount) filter (where p.pay_date > ${today}::date - 90 and p.pay_date <= i.due_date) / nullif(sum(p.amount) filter (where p.pay_date > ${today}::date - 90), 0), 1)::text as on_time,
      exists (select from news_signal s where s.buyer_id = b.id and s.direction = 'DOWN' and s.news_date > ${today}::date - 90 and s.news_date <= ${today}::date) as bad
    from unnest(${ids}::uuid[]) b(id)
    left join invoice_payment p on p.buyer_id = b.id and p.pay_date > ${today}::date - 180 and p.pay_date <= ${today}::date
    left join invoice i on i.id = p.invoice_id group by b.id`.execute(tx)
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
      on_time_pct: row?.onTime ?? (row?.late != null ? '0.0' : null),
      trend,
      watch: trend === 'WORSE' && row?.bad === true,
    }
  })
}
