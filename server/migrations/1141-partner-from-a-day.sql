-- Who introduced a company, from which day on. A changed partner took over the commission that the one before had earned. The column
-- of the company says who it is now; each change of it adds a line here, and no line ever changes.
create table company_partner (
  seq bigint generated always as identity primary key,
  company_id uuid not null references company,
  -- Nobody from this day on, where it is null.
  partner_id uuid references app_user,
  from_day date not null,
  created_at timestamptz not null default app_now()
);
create index company_partner_by_company on company_partner (company_id, from_day, seq);
create index company_partner_by_partner on company_partner (partner_id, company_id);
create trigger company_partner_append before update or delete on company_partner for each row execute function refuse_change();
create trigger company_partner_truncate before truncate on company_partner execute function refuse_change();
alter table company_partner enable row level security; alter table company_partner force row level security;
create policy seen on company_partner using (company_id = (select app_company()) or app_all());
create policy introduced on company_partner as restrictive for select
  using ((select app_partner()) is null or partner_id = (select app_partner()) or company_id in (select introduced()));
create policy introduced_only on company_partner as restrictive for insert
  with check ((select app_partner()) is null or company_id in (select introduced()));
grant select, insert on company_partner to usance_app;
grant usage on sequence company_partner_seq_seq to usance_app;

-- What was reported so far stays with whoever it was reported for.
create function keep_partners() returns void language sql set app.scope = 'system' as $$
  insert into company_partner (company_id, partner_id, from_day)
  select id, bd_user_id, date '1900-01-01' from company where bd_user_id is not null
$$;
select keep_partners();
drop function keep_partners();

create function date_partner() returns trigger language plpgsql set app.scope = 'system' as $$
begin
  if new.bd_user_id is not distinct from (case tg_op when 'UPDATE' then old.bd_user_id end) then return null; end if;
  insert into company_partner (company_id, partner_id, from_day)
  values (new.id, new.bd_user_id, coalesce((select business_date from business_day where id = 1), app_now()::date));
  return null;
end $$;
create trigger partner_dated after insert or update of bd_user_id on company for each row execute function date_partner();

-- Who introduced a company, as of a day.
create function partner_on(p_company uuid, p_day date) returns uuid language sql stable as
  $$ select partner_id from company_partner where company_id = p_company and from_day <= p_day order by from_day desc, seq desc limit 1 $$;

-- The platform's fees before tax by order, month and the partner of the day on which they were booked. A former partner reads what
-- they earned, whoever has the company now; whom to show which rows is the caller's to say.
create function partner_fees(p_accounts text[], p_partner uuid, p_through date)
returns table (order_id uuid, currency text, month date, partner_id uuid, from_day date, fee_base numeric, order_no text,
  funding_date date, supplier_id uuid, supplier_name text, financed numeric)
language sql stable set app.scope = 'system' as $$
  with period as (
    -- Of two partners on one day the later counts.
    select c.company_id, c.partner_id, c.from_day,
      coalesce(lead(c.from_day) over (partition by c.company_id order by c.from_day, c.seq), date 'infinity') as to_day
    from company_partner c)
  select o.id, p.currency::text, date_trunc('month', p.value_date)::date, k.partner_id, min(k.from_day),
    sum(case p.side when 'C' then p.amount else -p.amount end), o.order_no, o.funding_date, s.id, s.name,
    case when bool_or(o.funding_date >= k.from_day and o.funding_date < k.to_day)
      and date_trunc('month', o.funding_date) = date_trunc('month', min(p.value_date)) then o.finance_amount else 0 end
  from posting p
  join finance_order o on o.id = p.order_id
  join company s on s.id = o.supplier_id
  join period k on k.company_id = o.supplier_id and k.partner_id is not null and p.value_date >= k.from_day and p.value_date < k.to_day
  where p.book = 'P' and p.account = any(p_accounts) and p.value_date <= p_through and (p_partner is null or k.partner_id = p_partner)
  group by o.id, p.currency, 3, k.partner_id, s.id
$$;

-- Whoever introduced a company, or did so once, has an interest in it.
create or replace function is_concerned(p_user uuid, p_ids uuid[]) returns boolean language sql stable security definer set search_path = public set app.scope = 'system' as
  $$ select p_user = any(p_ids) or exists (select from company_partner where company_id = any(p_ids) and partner_id = p_user) $$;

alter table config_change drop constraint config_change_kind_check;
alter table config_change add constraint config_change_kind_check
  check (kind in ('PRODUCT','RATE','FX','LIMIT','HOLIDAY','ROLE','WORKFLOW','COMMISSION','RELATIONSHIP','PRICING','PAPER','TOLERANCE','PARTNER'));
