-- A funding that came back stays told in the month in which it was booked, and is taken off in the month of its return, with the day of
-- the money that decides its rate: until now the order was gone from its month, and a month that was reported changed.
create function fundings_booked(p_order uuid) returns table (day date, times integer, value_date date)
language sql stable set app.scope = 'system' as
  $$ select j.posted_on, case when j.reversal_of is null then 1 else -1 end, j.value_date
    from journal j where j.order_id = p_order and j.event = 'FUNDING' and j.source_type = 'PAYMENT' $$;

create or replace function partner_fees(p_accounts text[], p_partner uuid, p_through date)
returns table (order_id uuid, currency text, month date, partner_id uuid, from_day date, fee_base numeric, order_no text,
  funding_date date, supplier_id uuid, supplier_name text, financed numeric)
language sql stable set app.scope = 'system' as $$
  with period as (
    -- Of two partners on one day the later counts.
    select c.company_id, c.partner_id, c.from_day,
      coalesce(lead(c.from_day) over (partition by c.company_id order by c.from_day, c.seq), date 'infinity') as to_day
    from company_partner c),
  introduced as (
    select o.id, o.currency::text as currency, o.finance_amount
    from finance_order o
    where o.supplier_id in (select k.company_id from period k where k.partner_id is not null and (p_partner is null or k.partner_id = p_partner))),
  funded as (
    select i.id as order_id, i.currency, f.day, f.times * i.finance_amount as financed,
      case when f.times > 0 then f.value_date end as funding_date
    from introduced i cross join lateral fundings_booked(i.id) f),
  told as (
    select f.order_id, f.currency, f.day, 0::numeric as fee, f.financed from funded f
    union all
    select p.order_id, p.currency::text, j.posted_on, case p.side when 'C' then p.amount else -p.amount end, 0
    from introduced i
    join posting p on p.order_id = i.id and p.book = 'P' and p.account = any(p_accounts)
    join journal j on j.id = p.journal_id),
  monthly as (
    select t.order_id, t.currency, date_trunc('month', t.day)::date as month, k.partner_id, min(k.from_day) as from_day,
      sum(t.fee) as fee, sum(t.financed) as financed
    from told t
    join finance_order o on o.id = t.order_id
    join period k on k.company_id = o.supplier_id and k.partner_id is not null and t.day >= k.from_day and t.day < k.to_day
    where t.day <= p_through and (p_partner is null or k.partner_id = p_partner)
    group by 1, 2, 3, 4)
  -- The last funding that was booked by the end of the month; what an order pays of a month stays as it was when it is funded again.
  select m.order_id, m.currency, m.month, m.partner_id, m.from_day, m.fee, o.order_no,
    (select f.funding_date from funded f where f.order_id = m.order_id and f.funding_date is not null
      and f.day < m.month + interval '1 month' order by f.day desc, f.funding_date desc limit 1),
    s.id, s.name, m.financed
  from monthly m
  join finance_order o on o.id = m.order_id
  join company s on s.id = o.supplier_id
$$;
