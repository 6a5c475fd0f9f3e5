-- A month that was reported keeps its commission: what is booked later counts in the month in which it is booked, whatever day it is
-- of. What an order was financed with is told in the month of its first booking.
create or replace function partner_fees(p_accounts text[], p_partner uuid, p_through date)
returns table (order_id uuid, currency text, month date, partner_id uuid, from_day date, fee_base numeric, order_no text,
  funding_date date, supplier_id uuid, supplier_name text, financed numeric)
language sql stable set app.scope = 'system' as $$
  with period as (
    -- Of two partners on one day the later counts.
    select c.company_id, c.partner_id, c.from_day,
      coalesce(lead(c.from_day) over (partition by c.company_id order by c.from_day, c.seq), date 'infinity') as to_day
    from company_partner c),
  booked as (
    select p.order_id, p.currency, case p.side when 'C' then p.amount else -p.amount end as amount, j.posted_on as day,
      min(j.posted_on) over (partition by p.order_id) as first_day
    from posting p join journal j on j.id = p.journal_id
    where p.book = 'P' and p.account = any(p_accounts) and p.order_id is not null and j.posted_on <= p_through)
  select o.id, b.currency::text, date_trunc('month', b.day)::date, k.partner_id, min(k.from_day), sum(b.amount), o.order_no,
    o.funding_date, s.id, s.name, case when bool_or(b.day = b.first_day) then o.finance_amount else 0 end
  from booked b
  join finance_order o on o.id = b.order_id
  join company s on s.id = o.supplier_id
  join period k on k.company_id = o.supplier_id and k.partner_id is not null and b.day >= k.from_day and b.day < k.to_day
  where p_partner is null or k.partner_id = p_partner
  group by o.id, b.currency, 3, k.partner_id, s.id
$$;
