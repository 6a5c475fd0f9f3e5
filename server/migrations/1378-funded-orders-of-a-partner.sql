-- A partner's orders are those that were funded, with a fee of the platform or without one. An order is told, and what it was financed
-- with, in the month in which its funding was booked: a month that was reported stays as it was (migration 1227).
create function funding_booked_on(p_order uuid) returns date language sql stable set app.scope = 'system' as
  $$ select min(j.posted_on) from posting p join journal j on j.id = p.journal_id where p.order_id = p_order $$;

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
    select o.id, o.currency::text as currency, o.finance_amount, o.funding_date
    from finance_order o
    where o.supplier_id in (select k.company_id from period k where k.partner_id is not null and (p_partner is null or k.partner_id = p_partner))),
  told as (
    select i.id as order_id, i.currency, funding_booked_on(i.id) as day, 0::numeric as fee, i.finance_amount as financed
    from introduced i where i.funding_date is not null
    union all
    select p.order_id, p.currency::text, j.posted_on, case p.side when 'C' then p.amount else -p.amount end, 0
    from introduced i
    join posting p on p.order_id = i.id and p.book = 'P' and p.account = any(p_accounts)
    join journal j on j.id = p.journal_id)
  select o.id, t.currency, date_trunc('month', t.day)::date, k.partner_id, min(k.from_day), sum(t.fee), o.order_no,
    o.funding_date, s.id, s.name, sum(t.financed)
  from told t
  join finance_order o on o.id = t.order_id
  join company s on s.id = o.supplier_id
  join period k on k.company_id = o.supplier_id and k.partner_id is not null and t.day >= k.from_day and t.day < k.to_day
  where t.day <= p_through and (p_partner is null or k.partner_id = p_partner)
  group by o.id, t.currency, 3, k.partner_id, s.id
$$;
