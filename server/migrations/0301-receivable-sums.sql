-- What the dashboard adds up, kept by the statements that change invoices, reductions and payments, in their transaction.
-- A change is only ever added to receivable_change, so that no two writers wait for each other; a job folds the changes
-- into sums by day and by month. Whoever reads takes sums and changes together and sees exactly the base rows.
create table receivable_change (
  id bigint generated always as identity primary key,
  supplier_id uuid not null, buyer_id uuid not null, currency text not null, buyer_visible boolean not null, day date not null,
  invoiced numeric not null default 0,
  owed_issued numeric not null default 0,
  owed_due numeric not null default 0,
  open_due integer not null default 0,
  reduced numeric not null default 0,
  paid numeric not null default 0,
  paid_on_time numeric not null default 0,
  paid_days numeric not null default 0,
  paid_late_days numeric not null default 0
);
comment on column receivable_change.day is 'The issue day of invoiced and owed_issued, the due day of owed_due and open_due, the day of reductions and of payments.';
create index receivable_change_supplier on receivable_change (supplier_id, currency);
create index receivable_change_buyer on receivable_change (buyer_id, currency);

create table receivable_day (
  supplier_id uuid not null, buyer_id uuid not null, currency text not null, buyer_visible boolean not null, day date not null,
  invoiced numeric not null, owed_issued numeric not null, owed_due numeric not null, open_due integer not null,
  reduced numeric not null, paid numeric not null, paid_on_time numeric not null, paid_days numeric not null, paid_late_days numeric not null,
  primary key (supplier_id, currency, day, buyer_id, buyer_visible)
);
create index receivable_day_buyer on receivable_day (buyer_id, currency, day);
create index receivable_day_owed on receivable_day (supplier_id, currency, day) where owed_due <> 0;
create table receivable_month (like receivable_day, primary key (supplier_id, currency, day, buyer_id, buyer_visible));
create index receivable_month_buyer on receivable_month (buyer_id, currency, day);

do $$
declare t text;
begin
  foreach t in array array['receivable_change', 'receivable_day', 'receivable_month'] loop
    execute format('alter table %I enable row level security; alter table %I force row level security', t, t);
    execute format('create policy seen on %I for select using (supplier_id = (select app_company()) or (buyer_id = (select app_company()) and buyer_visible) or (select app_all()))', t);
    execute format('create policy added on %I for insert with check (true)', t);
    execute format('create policy kept on %I for update using ((select app_all()))', t);
    execute format('create policy folded on %I for delete using ((select app_all()))', t);
  end loop;
end $$;
grant select, insert, update, delete on receivable_change, receivable_day, receivable_month to usance_app;

-- A draft or a cancelled invoice counts for nothing, and so do the payments and reductions that hang on it.
create function is_counted(doc_status text) returns boolean language sql immutable parallel safe as $$ select doc_status not in ('DRAFT', 'CANCELLED') $$;

create function invoice_sums() returns trigger language plpgsql set app.scope = 'system' as $$
begin
  if tg_op = 'INSERT' then
    insert into receivable_change (supplier_id, buyer_id, currency, buyer_visible, day, invoiced, owed_issued, owed_due, open_due)
    select supplier_id, buyer_id, currency, buyer_visible, day, sum(invoiced), sum(owed_issued), sum(owed_due), sum(open_due) from (
      select supplier_id, buyer_id, currency, buyer_visible, issue_date as day, amount as invoiced, greatest(outstanding, 0) as owed_issued, 0 as owed_due, 0 as open_due from made where is_counted(doc_status)
      union all select supplier_id, buyer_id, currency, buyer_visible, due_date, 0, 0, outstanding, 1 from made where is_counted(doc_status) and outstanding > 0
    ) x group by 1, 2, 3, 4, 5;
    return null;
  end if;
  if not exists (select from gone o full join made n using (id) where (o.supplier_id, o.buyer_id, o.currency, o.buyer_visible, o.issue_date, o.due_date, o.amount, o.outstanding, is_counted(o.doc_status))
      is distinct from (n.supplier_id, n.buyer_id, n.currency, n.buyer_visible, n.issue_date, n.due_date, n.amount, n.outstanding, is_counted(n.doc_status))) then
    return null;
  end if;
  insert into receivable_change (supplier_id, buyer_id, currency, buyer_visible, day, invoiced, owed_issued, owed_due, open_due)
  select supplier_id, buyer_id, currency, buyer_visible, day, sum(invoiced), sum(owed_issued), sum(owed_due), sum(open_due) from (
    select supplier_id, buyer_id, currency, buyer_visible, issue_date as day, amount * sign as invoiced, greatest(outstanding, 0) * sign as owed_issued, 0 as owed_due, 0 as open_due
      from (select *, 1 as sign from made union all select *, -1 from gone) b where is_counted(doc_status)
    union all select supplier_id, buyer_id, currency, buyer_visible, due_date, 0, 0, outstanding * sign, sign
      from (select *, 1 as sign from made union all select *, -1 from gone) b where is_counted(doc_status) and outstanding > 0
  ) x group by 1, 2, 3, 4, 5
  having sum(invoiced) <> 0 or sum(owed_issued) <> 0 or sum(owed_due) <> 0 or sum(open_due) <> 0;
  -- Payments and reductions already there follow an invoice whose parties, days or standing change.
  insert into receivable_change (supplier_id, buyer_id, currency, buyer_visible, day, reduced, paid, paid_on_time, paid_days, paid_late_days)
  select supplier_id, buyer_id, currency, buyer_visible, day, sum(reduced), sum(paid), sum(on_time), sum(days), sum(late_days) from (
    select b.supplier_id, b.buyer_id, b.currency, b.buyer_visible, p.pay_date as day, 0 as reduced, p.amount * sign as paid,
        case when p.pay_date <= b.due_date then p.amount * sign else 0 end as on_time, p.amount * (p.pay_date - b.issue_date) * sign as days, p.amount * (p.pay_date - b.due_date) * sign as late_days
      from (select *, 1 as sign from made union all select *, -1 from gone) b join invoice_payment p on p.invoice_id = b.id where is_counted(b.doc_status)
    union all select b.supplier_id, b.buyer_id, b.currency, b.buyer_visible, a.adjustment_date, case when a.type = 'DEBIT_NOTE' then -a.amount else a.amount end * sign, 0, 0, 0, 0
      from (select *, 1 as sign from made union all select *, -1 from gone) b join invoice_adjustment a on a.invoice_id = b.id where is_counted(b.doc_status) and a.status = 'PASSED'
  ) x group by 1, 2, 3, 4, 5
  having sum(reduced) <> 0 or sum(paid) <> 0 or sum(on_time) <> 0 or sum(days) <> 0 or sum(late_days) <> 0;
  return null;
end $$;
create trigger invoice_summed_made after insert on invoice referencing new table as made for each statement execute function invoice_sums();
create trigger invoice_summed_changed after update on invoice referencing old table as gone new table as made for each statement execute function invoice_sums();

create function payment_sums() returns trigger language plpgsql set app.scope = 'system' as $$
begin
  -- The invoice stays as it is until this transaction ends, so that its sums and its payments move together.
  perform from invoice where id in (select invoice_id from made) for no key update;
  insert into receivable_change (supplier_id, buyer_id, currency, buyer_visible, day, paid, paid_on_time, paid_days, paid_late_days)
  select i.supplier_id, i.buyer_id, i.currency, i.buyer_visible, p.pay_date, sum(p.amount), coalesce(sum(p.amount) filter (where p.pay_date <= i.due_date), 0), sum(p.amount * (p.pay_date - i.issue_date)), sum(p.amount * (p.pay_date - i.due_date))
  from made p join invoice i on i.id = p.invoice_id where is_counted(i.doc_status) group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger payment_summed after insert on invoice_payment referencing new table as made for each statement execute function payment_sums();

create function adjustment_sums() returns trigger language plpgsql set app.scope = 'system' as $$
begin
  perform from invoice where id in (select invoice_id from made) for no key update;
  if tg_op = 'INSERT' then
    insert into receivable_change (supplier_id, buyer_id, currency, buyer_visible, day, reduced)
    select i.supplier_id, i.buyer_id, i.currency, i.buyer_visible, a.adjustment_date, sum(case when a.type = 'DEBIT_NOTE' then -a.amount else a.amount end)
    from made a join invoice i on i.id = a.invoice_id where a.status = 'PASSED' and is_counted(i.doc_status) group by 1, 2, 3, 4, 5;
  else
    insert into receivable_change (supplier_id, buyer_id, currency, buyer_visible, day, reduced)
    select i.supplier_id, i.buyer_id, i.currency, i.buyer_visible, a.adjustment_date, sum(case when a.type = 'DEBIT_NOTE' then -a.amount else a.amount end * sign)
    from (select *, 1 as sign from made union all select *, -1 from gone) a join invoice i on i.id = a.invoice_id where a.status = 'PASSED' and is_counted(i.doc_status)
    group by 1, 2, 3, 4, 5 having sum(case when a.type = 'DEBIT_NOTE' then -a.amount else a.amount end * sign) <> 0;
  end if;
  return null;
end $$;
create trigger adjustment_summed_made after insert on invoice_adjustment referencing new table as made for each statement execute function adjustment_sums();
create trigger adjustment_summed_changed after update on invoice_adjustment referencing old table as gone new table as made for each statement execute function adjustment_sums();

-- The same facts from the base rows alone: what an existing installation starts with, and what the check compares with.
create view receivable_fact with (security_invoker = true) as
  select supplier_id, buyer_id, currency::text, buyer_visible, issue_date as day, amount::numeric as invoiced, greatest(outstanding, 0)::numeric as owed_issued, 0::numeric as owed_due, 0 as open_due, 0::numeric as reduced, 0::numeric as paid, 0::numeric as paid_on_time, 0::numeric as paid_days, 0::numeric as paid_late_days
    from invoice where is_counted(doc_status)
  union all select supplier_id, buyer_id, currency::text, buyer_visible, due_date, 0, 0, outstanding, 1, 0, 0, 0, 0, 0 from invoice where is_counted(doc_status) and outstanding > 0
  union all select i.supplier_id, i.buyer_id, i.currency::text, i.buyer_visible, a.adjustment_date, 0, 0, 0, 0, case when a.type = 'DEBIT_NOTE' then -a.amount else a.amount end, 0, 0, 0, 0
    from invoice_adjustment a join invoice i on i.id = a.invoice_id where is_counted(i.doc_status) and a.status = 'PASSED'
  union all select i.supplier_id, i.buyer_id, i.currency::text, i.buyer_visible, p.pay_date, 0, 0, 0, 0, 0, p.amount, case when p.pay_date <= i.due_date then p.amount else 0 end, p.amount * (p.pay_date - i.issue_date), p.amount * (p.pay_date - i.due_date)
    from invoice_payment p join invoice i on i.id = p.invoice_id where is_counted(i.doc_status);
insert into receivable_change (supplier_id, buyer_id, currency, buyer_visible, day, invoiced, owed_issued, owed_due, open_due, reduced, paid, paid_on_time, paid_days, paid_late_days)
  select supplier_id, buyer_id, currency, buyer_visible, day, sum(invoiced), sum(owed_issued), sum(owed_due), sum(open_due), sum(reduced), sum(paid), sum(paid_on_time), sum(paid_days), sum(paid_late_days)
  from receivable_fact group by 1, 2, 3, 4, 5;
grant select on receivable_fact to usance_app;
