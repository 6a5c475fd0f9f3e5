-- Which funder held a receivable from which day on. Invoices name the funder of today; what a funder is told of a past day, and of what was
-- paid while it held them, follows from here (decision 293). Each change of an invoice's funder adds its lines, and no line ever changes.
create table receivable_holder (
  id bigint generated always as identity primary key,
  invoice_id uuid not null references invoice,
  funder_id uuid not null references company,
  -- Whether the funder holds the receivable from this day on, or has given it away. Of two lines of one day the later counts.
  holds boolean not null,
  from_day date not null
);
create index receivable_holder_funder on receivable_holder (funder_id, invoice_id, id);
create index receivable_holder_given on receivable_holder (invoice_id, funder_id, from_day) where not holds;
create trigger receivable_holder_append before update or delete on receivable_holder for each row execute function refuse_change();
create trigger receivable_holder_truncate before truncate on receivable_holder execute function refuse_change();
alter table receivable_holder enable row level security;
alter table receivable_holder force row level security;
-- A funder reads its own lines: neither whom it gave a receivable to nor who had it before.
create policy seen on receivable_holder using (funder_id = (select app_company()) or (select app_all()));
create policy introduced on receivable_holder as restrictive for select
  using ((select app_partner()) is null or funder_id in (select introduced()));
create policy introduced_only on receivable_holder as restrictive for insert
  with check ((select app_partner()) is null or funder_id in (select introduced()));
grant select on receivable_holder to usance_app;
revoke insert, update, delete on receivable_holder from usance_app;

-- What the books know of those who held receivables so far: by orders from their application, or their money, until their end, and by pools
-- from the assignment until the release. Who holds one today holds it on. Where nothing says since when, it is held since its issue.
create function tell_holders() returns void language sql set app.scope = 'system' as $$
  with had as (
    select i.invoice_id, i.funder_id, least(o.submitted_at::date, o.funding_date) as from_day,
      coalesce(o.settled_on, case when not i.active then o.updated_at::date end) as until_day
    from finance_order_item i join finance_order o on o.id = i.order_id
    where i.invoice_id is not null and (o.funding_date is not null or i.active)
    union all
    select a.invoice_id, p.funder_id, a.assigned_at::date, a.released_at::date
    from pool_asset a join pool p on p.id = a.pool_id),
  numbered as (
    select h.*, v.funder_id is not distinct from h.funder_id as holds_on, v.issue_date,
      row_number() over (partition by h.invoice_id order by h.from_day desc, h.until_day desc nulls first) as turn,
      lead(h.from_day) over (partition by h.invoice_id order by h.from_day, h.until_day nulls last) as next_day
    from had h join invoice v on v.id = h.invoice_id where h.from_day is not null),
  spans as (
    select invoice_id, funder_id, from_day,
      case when turn = 1 and holds_on then null
        else greatest(from_day, least(coalesce(until_day, next_day, (select business_date from business_day where id = 1), current_date), coalesce(next_day, date 'infinity'))) end as until_day
    from numbered
    union all
    select v.id, v.funder_id, v.issue_date, null from invoice v
    where v.funder_id is not null and not exists (select from numbered n where n.invoice_id = v.id and n.turn = 1 and n.holds_on))
  insert into receivable_holder (invoice_id, funder_id, holds, from_day)
  select invoice_id, funder_id, holds, day from (
    select invoice_id, funder_id, true as holds, from_day as day, from_day, 0 as step from spans
    union all select invoice_id, funder_id, false, until_day, from_day, 1 from spans where until_day is not null) lines
  order by invoice_id, from_day, step
$$;
select tell_holders();
drop function tell_holders();

create function hold_receivable() returns trigger language plpgsql security definer set search_path = public set app.scope = 'system' as $$
declare
  today date := coalesce((select business_date from business_day where id = 1), app_now()::date);
begin
  if tg_op = 'UPDATE' and old.funder_id is not null then
    insert into receivable_holder (invoice_id, funder_id, holds, from_day) values (new.id, old.funder_id, false, today);
  end if;
  if new.funder_id is not null then
    insert into receivable_holder (invoice_id, funder_id, holds, from_day) values (new.id, new.funder_id, true, today);
  end if;
  return null;
end $$;
create trigger receivable_held_made after insert on invoice for each row when (new.funder_id is not null) execute function hold_receivable();
create trigger receivable_held_changed after update of funder_id on invoice for each row
  when (old.funder_id is distinct from new.funder_id) execute function hold_receivable();

-- The receivables that the caller's company held, with the days on which it did, as it may read them: what became of one since it gave it
-- away is not told, and while it held it nobody could cancel it.
create function receivables_held() returns table (
  id uuid, supplier_id uuid, buyer_id uuid, funder_id uuid, invoice_no text, currency text, issue_date date, due_date date, amount numeric,
  doc_status text, finance_status text, from_day date, until_day date
) language sql stable set app.scope = 'system' as $$
  with lines as (
    select h.id, h.invoice_id, h.holds, h.from_day, lag(h.from_day) over turns as day_before, lead(h.from_day) over turns as next_day
    from receivable_holder h where h.funder_id = app_company()
    window turns as (partition by h.invoice_id order by h.id)),
  spans as (
    select l.invoice_id, l.holds, l.from_day,
      coalesce(lead(l.from_day) over (partition by l.invoice_id order by l.id), date 'infinity') as until_day
    from lines l
    -- What was given away and taken again on one day was held on.
    where case when l.holds then l.day_before is distinct from l.from_day else l.next_day is distinct from l.from_day end)
  select v.id, v.supplier_id, v.buyer_id, app_company(), v.invoice_no, v.currency::text, v.issue_date, v.due_date, v.amount::numeric,
    case when v.funder_id = app_company() then v.doc_status else 'CONFIRMED' end,
    case when v.funder_id = app_company() then v.finance_status end, s.from_day, s.until_day
  from spans s join invoice v on v.id = s.invoice_id where s.holds
$$;

-- Whoever held a receivable reads of its payments and reductions what is dated up to the day on which it gave it away, and nothing later.
create policy held on invoice_payment for select using (exists (
  select from receivable_holder h where h.invoice_id = invoice_payment.invoice_id and h.funder_id = (select app_company())
    and not h.holds and h.from_day >= pay_date));
create policy held on invoice_adjustment for select using (status = 'PASSED' and exists (
  select from receivable_holder h where h.invoice_id = invoice_adjustment.invoice_id and h.funder_id = (select app_company())
    and not h.holds and h.from_day >= adjustment_date));
