import { amortizationList } from '@usance/wire/report/list'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ordersPriced } from '../../books/servicing/orders-seen.ts'
import { reserveOwedBack } from '../../books/servicing/owed-back.ts'
import { type Selected, source } from '../../list/source.ts'

/** The day an order ended: its settlement, its write-off or its conversion. */
const endedOn = sql`least(o.settled_on, w.written_off_on,
  case when o.status = 'CONVERTED' then (select max(r.value_date) from repayment r where r.order_id = o.id and r.status = 'POSTED') end)`

/**
 * The last day a statement is about: that of the order's end, else the open day where money or least interest of it is booked, which has no interest
 * of that night yet, and otherwise the last one that is accrued. So it ties to the books whenever it is read.
 */
const lastDay = (
  today: string,
) => sql`coalesce(${endedOn}, case when exists (select from repayment y where y.order_id = o.id and y.status = 'POSTED' and y.value_date = ${today}::date)
  or exists (select from interest_accrual n where n.order_id = o.id and n.accrual_date = ${today}::date and not n.reversed)
  then ${today}::date else ${today}::date - 1 end)`

const inPeriod = (day: RawBuilder<unknown>) => sql`${day} >= p.from_date and ${day} < p.until`

/**
 * Fees of supplier and buyer on an order with the day of their charge: at funding, with the repayment that caused them, or at the
 * first receipt; and their adjustments since. The days of settlement fees come from the funder's book, so only its readers may
 * see them.
 */
const feesCharged = (order: RawBuilder<unknown>, fundedOn: RawBuilder<unknown>) => sql`(
  with charged_on as (
    select e.id as fee_id, e.amount + e.tax as amount, coalesce(y.value_date, j.value_date, ${fundedOn}) as day from order_fee e
    left join repayment y on y.id = e.repayment_id
    left join lateral (select f.value_date from journal f where f.source_type = 'ORDER' and f.source_id = ${order}::text
      and f.event = 'SETTLEMENT_FEES' and f.reversal_of is null and not exists (select from journal m where m.reversal_of = f.id)
      and e.timing = 'SETTLEMENT' order by f.created_at limit 1) j on true
    where e.order_id = ${order} and e.charged and e.payer in ('SUPPLIER', 'BUYER'))
  select day, amount from charged_on
  union all
  select greatest(charge.day, x.passed_on), x.delta + x.tax_delta from fee_adjustment x join charged_on charge on charge.fee_id = x.order_fee_id
  where x.status = 'PASSED')`

/**
 * The costs of each party on an order, from its own book and on its booking days. Row-level security shows a company its own book
 * alone. Break costs are fees of the supplier with a column of their own; before decision 094 they were part of its interest. Reserve
 * that it owes back is no fee.
 */
const costsBorne = (order: RawBuilder<unknown>) => sql`(
  select q.value_date as day, q.book || q.account as name, case q.side when 'D' then q.amount else -q.amount end as amount,
    q.book = 'S' and q.account = '5010' and exists (select from journal j where j.id = q.journal_id and j.event = 'REBATE') as is_break
  from posting q
  where q.order_id = ${order} and q.account in ('5000', '5010', '5100')
    and q.book || q.account in ('S5000', 'S5010', 'B5010', 'F5100', 'P5000')
    and not exists (select from journal j where j.id = q.journal_id and j.event = ${sql.lit(reserveOwedBack)}))`

/**
 * Reserve that the supplier of an order owes back, from its own book: charged on the day of the booking, so that no month that was read
 * before changes, and below zero what it has paid of it, which its book holds among the fees. What pays fees pays it first (decision 168):
 * after each entry is open what the sum stands above its lowest point so far.
 */
export const owedBack = (order: RawBuilder<unknown>) => sql`(
  with entry as (
    select q.id, j.created_at, j.id as journal_id, q.value_date as day, case q.side when 'C' then q.amount else -q.amount end as change
    from posting q join journal j on j.id = q.journal_id
    where q.order_id = ${order} and q.book = 'S' and q.account = '5010' and j.event not in ('REBATE', 'FEE_ADJUSTMENT') and (q.side = 'D' or j.event = ${sql.lit(reserveOwedBack)})
      and j.reversal_of is null and not exists (select from journal m where m.reversal_of = j.id)
      and exists (select from journal s where s.order_id = ${order} and s.event = ${sql.lit(reserveOwedBack)})),
  summed as (select entry.*, sum(change) over turn as total from entry window turn as (order by day, created_at, journal_id, id)),
  standing as (select summed.*, total - least(0, min(total) over turn) as open from summed window turn as (order by day, created_at, journal_id, id)),
  moved as (
    select day, change, open - lag(open, 1, 0) over (order by day, created_at, journal_id, id) as amount from standing)
  select day, amount, true as is_paid from moved where change < 0
  union all
  select j.posted_on, case q.side when 'C' then q.amount else -q.amount end, false from posting q join journal j on j.id = q.journal_id
  where q.order_id = ${order} and q.book = 'S' and q.account = '5010' and j.event = ${sql.lit(reserveOwedBack)})`

/** The months in which charges came after the order's last night, such as those of a recovery after a loss. */
const monthsOfLaterCharges = sql`
  select greatest(f.ends, date_trunc('month', later.day)::date) from (
    select day from ${feesCharged(sql`o.id`, sql`o.funding_date`)} fee
    union all select day from ${costsBorne(sql`o.id`)} cost
    union all select day from ${owedBack(sql`o.id`)} back where amount <> 0) later
  where later.day >= f.ends and ${endedOn} is not null`

/** Whether anything stands in a row `x`: a receipt that is booked days after its value leaves a period in which nothing was owed. */
const isTold = sql<SqlBool>`(x.calendar_days, x.opening, x.funded, x.repaid, x.waived, x.written_off, x.closing, x.accrued, x.amortised, x.penalty,
  x.fees, x.interest_received, x.interest_waived, x.interest_written_off, x.interest_due, x.unearned_closing, x.interest_cost, x.supplier_fees,
  x.reserve_owed_back, x.break_costs, x.buyer_fees, x.funder_fees, x.platform_fees)
  <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`

/**
 * Each funded order cut at month ends and where its rate changed, up to its last day. `from_date` is the first night of the
 * period, `to_date` its last. Charges after the last night, those of a recovery among them, stand in periods of their own, month by
 * month (`is_later`). Interest is what the close of each day posted, so accrued less received, waived and written off is
 * account 1200, charged less amortised and released is 2100 with 2110, and both together are what went to 4000 and to the
 * platform. A write-off ends the statement: what was still open then is written off and nothing is carried on.
 */
export const amortizationSource = source(amortizationList, (tx, { actor, today }) =>
  tx
    .selectFrom(
      sql<
        Selected<typeof amortizationList>
      >`(select md5(p.order_id || p.from_date::text)::uuid as id, p.order_id, p.order_no, p.from_date, (p.until - 1) as to_date,
          p.currency, p.base_rate, p.margin, p.rate, p.day_count, p.method, supplier.name as supplier_name, funder.name as funder_name,
          later.booked_later_on, a.calendar_days, a.funded, a.repaid, a.accrued, a.amortised + a.earned as amortised, a.penalty, a.fees, a.received as interest_received, a.waived, a.interest_waived,
          a.break_costs, a.supplier_fees + a.owed_back_paid as supplier_fees, a.reserve_owed_back, a.buyer_fees, a.funder_fees, a.platform_fees,
          a.supplier_costs - a.supplier_fees - a.break_costs as interest_cost,
          trim_scale(round(a.exact + a.earned, 6))::text as interest_exact,
          coalesce(sum(a.funded - a.repaid - a.waived) over before, 0) as opening,
          case when p.lost then sum(a.funded - a.repaid - a.waived) over through else 0 end as written_off,
          case when p.lost then 0 else sum(a.funded - a.repaid - a.waived) over through end as closing,
          case when p.method = 'IN_ADVANCE' and not p.is_later then p.interest_amount - sum(a.amortised + a.earned + a.released) over through else 0 end as unearned_closing,
          case when p.lost then sum(a.accrued - a.received - a.interest_waived) over through else 0 end as interest_written_off,
          case when p.lost then 0 else sum(a.accrued - a.received - a.interest_waived) over through end as interest_due
        from (
          select c.*,
            case when c.is_later then least(date_trunc('month', c.from_date)::date + interval '1 month', ${today}::date + 1)::date
              else lead(c.from_date, 1, c.ends) over parts end as until,
            c.written_off_on is not null and not c.is_later and lead(c.from_date) over parts is null as lost
          from (
            select distinct on (o.id, cut.day) o.id as order_id, o.order_no, o.currency, o.supplier_id, o.funder_id, o.interest_amount,
              o.finance_amount, o.funding_date, cut.day as from_date, cut.day >= f.ends as is_later, r.fixing as base_rate, r.margin, r.rate,
              o.funded_terms ->> 'dayCount' as day_count, o.funded_terms ->> 'method' as method, f.ends, w.written_off_on
            from ${ordersPriced(actor)} o
            left join write_off w on w.order_id = o.id and w.status = 'PASSED'
            cross join lateral (select ${lastDay(today)} + 1 as ends) f
            cross join lateral (
              select o.funding_date as day
              union select generate_series(date_trunc('month', o.funding_date) + interval '1 month', f.ends - 1, interval '1 month')::date
              union select x.from_date from (
                select from_date, rate is distinct from lag(rate) over (order by from_date) as is_new from rate_period where order_id = o.id) x
                where x.is_new and x.from_date > o.funding_date and x.from_date < f.ends
              union ${monthsOfLaterCharges}) cut
            left join rate_period r on r.order_id = o.id and r.from_date <= cut.day
            where o.funding_date < f.ends and o.funded_terms is not null
            order by o.id, cut.day, r.from_date desc) c
          window parts as (partition by c.order_id, c.is_later order by c.from_date)) p
        join company supplier on supplier.id = p.supplier_id
        join company funder on funder.id = p.funder_id
        cross join lateral (
          select count(distinct i.accrual_date) filter (where i.component = 'INTEREST' and i.principal > 0)::int as calendar_days,
            coalesce(sum(i.raw) filter (where i.component = 'INTEREST'), 0)
              + coalesce(sum(i.posted) filter (where i.component = 'INTEREST' and i.raw = 0), 0) as exact,
            coalesce(sum(i.posted) filter (where i.component = 'INTEREST' and (p.method = 'IN_ARREARS' or i.raw <> 0)), 0) as accrued,
            coalesce(sum(i.posted) filter (where i.component = 'INTEREST' and p.method = 'IN_ADVANCE' and i.raw = 0), 0) as amortised,
            coalesce(sum(i.posted) filter (where i.component = 'PENALTY'), 0) as penalty
          from interest_accrual i
          where i.order_id = p.order_id and not i.reversed and i.accrual_date >= p.from_date and i.accrual_date < p.until) day
        cross join lateral (
          select coalesce(sum(l.amount) filter (where l.component = 'PRINCIPAL' and l.source <> 'WAIVER'), 0) as repaid,
            coalesce(sum(l.amount) filter (where l.component = 'INTEREST' and l.source <> 'WAIVER'), 0) as received,
            coalesce(sum(l.amount) filter (where l.component = 'PRINCIPAL' and l.source = 'WAIVER'), 0) as waived,
            coalesce(sum(l.amount) filter (where l.component = 'INTEREST' and l.source = 'WAIVER'), 0) as interest_waived
          from allocation l join repayment y on y.id = l.repayment_id
          where l.order_id = p.order_id and not l.reversed and not p.is_later and y.value_date >= p.from_date and y.value_date < p.until) paid
        cross join lateral (
          select coalesce(sum(e.client - e.earned), 0) as released, coalesce(sum(e.earned), 0) as earned,
            coalesce(sum(e.client - e.rebate - e.earned), 0) as break_costs from discount_release e
          where e.order_id = p.order_id and not e.reversed and not p.is_later and e.value_date >= p.from_date and e.value_date < p.until) gone
        cross join lateral (
          select coalesce(sum(c.amount), 0) as fees from ${feesCharged(sql`p.order_id`, sql`p.funding_date`)} c where ${inPeriod(sql`c.day`)}) fee
        cross join lateral (
          select coalesce(sum(c.amount) filter (where c.name in ('S5000', 'S5010')), 0) as supplier_costs,
            coalesce(sum(c.amount) filter (where c.name = 'S5010' and not c.is_break), 0) as supplier_fees,
            coalesce(sum(c.amount) filter (where c.name = 'B5010'), 0) as buyer_fees,
            coalesce(sum(c.amount) filter (where c.name = 'F5100'), 0) as funder_fees,
            coalesce(sum(c.amount) filter (where c.name = 'P5000'), 0) as platform_fees
          from ${costsBorne(sql`p.order_id`)} c where ${inPeriod(sql`c.day`)}) borne
        cross join lateral (
          select coalesce(sum(c.amount), 0) as reserve_owed_back, coalesce(sum(c.amount) filter (where c.is_paid), 0) as owed_back_paid
          from ${owedBack(sql`p.order_id`)} c where ${inPeriod(sql`c.day`)}) back
        cross join lateral (
          select greatest(max(j.posted_on), interest_booked_later(p.order_id, p.from_date, p.until)) as booked_later_on from journal j
          where j.order_id = p.order_id and ${inPeriod(sql`j.value_date`)} and j.posted_on >= p.until) later
        cross join lateral (
          select day.*, paid.*, gone.*, fee.*, borne.*, back.*, case when p.from_date = p.funding_date then p.finance_amount else 0 end as funded) a
        window through as (partition by p.order_id, p.is_later order by p.from_date),
          before as (partition by p.order_id, p.is_later order by p.from_date rows between unbounded preceding and 1 preceding))`.as(
        'x',
      ),
    )
    .selectAll()
    .where(isTold),
)
