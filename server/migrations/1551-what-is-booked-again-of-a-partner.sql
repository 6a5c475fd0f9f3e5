-- What is booked again, since something of an earlier day became known, is mirrored and posted anew. The mirror was of the partner of the
-- mirrored booking and the new journal of today's, so that commission moved between the two though no fee had changed. A mirror is of the
-- partner of its own day again, and only what came back with a funding reaches back (decision 239). An order whose funding comes back was
-- never booked again, so that whatever is mirrored of it on that day came back with it, or was booked on that day.
create or replace function partner_fees(p_accounts text[], p_partner uuid, p_through date)
returns table (order_id uuid, currency text, month date, partner_id uuid, from_day date, fee_base numeric, order_no text,
  funding_date date, supplier_id uuid, supplier_name text, financed numeric)
language sql stable set app.scope = 'system' as $$
  with period as materialized (
    -- Of two partners on one day the later counts.
    select c.company_id, c.partner_id, c.from_day,
      coalesce(lead(c.from_day) over (partition by c.company_id order by c.from_day, c.seq), date 'infinity') as to_day
    from company_partner c),
  introduced as materialized (
    select o.id, o.currency::text as currency, o.finance_amount, o.order_no, o.supplier_id, s.name as supplier_name
    from finance_order o join company s on s.id = o.supplier_id
    where o.supplier_id in (select k.company_id from period k where k.partner_id is not null and (p_partner is null or k.partner_id = p_partner))),
  funded as materialized (
    select f.order_id, f.day, f.earned_on, f.times, case when f.times > 0 then f.value_date end as funding_date
    from fundings_booked(array(select i.id from introduced i)) f),
  taken as materialized (
    select p.order_id, p.currency::text as currency, (select j.posted_on from journal j where j.id = p.journal_id) as day,
      (select case when j.reversal_of is not null and (p.order_id, j.posted_on) in (select f.order_id, f.day from funded f where f.times < 0)
          then (select m.posted_on from journal m where m.id = j.reversal_of) else j.posted_on end
        from journal j where j.id = p.journal_id) as earned_on,
      case p.side when 'C' then p.amount else -p.amount end as fee
    from posting p
    where p.order_id = any(array(select i.id from introduced i)) and p.book = 'P' and p.account = any(p_accounts)),
  told as (
    select i.id, i.order_no, i.supplier_id, i.supplier_name, i.currency, f.day, f.earned_on, 0::numeric as fee, f.times * i.finance_amount as financed
    from introduced i join funded f on f.order_id = i.id
    union all
    select i.id, i.order_no, i.supplier_id, i.supplier_name, t.currency, t.day, t.earned_on, t.fee, 0
    from introduced i join taken t on t.order_id = i.id),
  monthly as materialized (
    select t.id, t.currency, date_trunc('month', t.day)::date as month, k.partner_id, min(k.from_day) as from_day,
      sum(t.fee) as fee, t.order_no, t.supplier_id, t.supplier_name, sum(t.financed) as financed
    from told t
    join period k on k.company_id = t.supplier_id and k.partner_id is not null and t.earned_on >= k.from_day and t.earned_on < k.to_day
    where t.day <= p_through and (p_partner is null or k.partner_id = p_partner)
    group by 1, 2, 3, 4, 7, 8, 9
    -- A month in which all that was booked of an order came back tells nothing of it.
    having sum(t.fee) <> 0 or sum(t.financed) <> 0)
  -- The last funding that was booked by the end of the month; what an order pays of a month stays as it was when it is funded again.
  select m.id, m.currency, m.month, m.partner_id, m.from_day, m.fee, m.order_no,
    (array_agg(f.funding_date order by f.day desc, f.funding_date desc) filter (where f.day < m.month + interval '1 month'))[1],
    m.supplier_id, m.supplier_name, m.financed
  from monthly m
  left join funded f on f.order_id = m.id and f.funding_date is not null
  group by 1, 2, 3, 4, 5, 6, 7, 9, 10, 11
$$;
