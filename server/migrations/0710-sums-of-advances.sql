-- What a supplier could finance now is a sum of advances, each rounded down by itself. Such a sum is kept by the statements that
-- change invoices, in their transaction, for the rates that suppliers with many open invoices are offered: a change is only
-- ever added, a job folds the changes into sums by buyer and due day. A rate without a ready sum is answered from the invoices.
create table receivable_advance_rate (
  supplier_id uuid not null, currency text not null, rate numeric not null, scale integer not null,
  since xid8,
  ready boolean not null default false,
  primary key (supplier_id, currency, rate)
);
comment on column receivable_advance_rate.since is 'Whatever changes an invoice in a transaction from here on adds its changes at this rate.';

create table receivable_advance_change (
  id bigint generated always as identity primary key,
  supplier_id uuid not null, currency text not null, rate numeric not null, day date not null, buyer_id uuid not null,
  advance numeric not null
);
create index receivable_advance_change_of on receivable_advance_change (supplier_id, currency, rate);

create table receivable_advance (
  supplier_id uuid not null, currency text not null, rate numeric not null, day date not null, buyer_id uuid not null,
  advance numeric not null,
  primary key (supplier_id, currency, rate, day, buyer_id)
);
comment on table receivable_advance is 'The advances at a rate on confirmed invoices that nobody finances, by buyer and due day.';

do $$
declare t text;
begin
  foreach t in array array['receivable_advance_rate', 'receivable_advance_change', 'receivable_advance'] loop
    execute format('alter table %I enable row level security; alter table %I force row level security', t, t);
    execute format('create policy seen on %I for select using (supplier_id = (select app_company()) or (select app_all()))', t);
    execute format('create policy added on %I for insert with check ((select app_all()))', t);
    execute format('create policy kept on %I for update using ((select app_all()))', t);
    execute format('create policy folded on %I for delete using ((select app_all()))', t);
  end loop;
end $$;
grant select, insert, update, delete on receivable_advance_rate, receivable_advance_change, receivable_advance to usance_app;

-- What of an invoice may be advanced on, were it not for the day and a financed purchase order.
create function financeable_amount(doc_status text, finance_status text, outstanding numeric, confirmed numeric, adjusted numeric, paid numeric)
returns numeric language sql immutable parallel safe as $$
  select case when doc_status = 'CONFIRMED' and finance_status = 'UNFINANCED' and outstanding > 0 then greatest(0, least(outstanding, coalesce(confirmed - adjusted - paid, outstanding))) else 0 end
$$;

create function invoice_advances() returns trigger language plpgsql set app.scope = 'system' as $$
begin
  if tg_op = 'INSERT' then
    insert into receivable_advance_change (supplier_id, currency, rate, day, buyer_id, advance)
    select b.supplier_id, b.currency, r.rate, b.due_date, b.buyer_id, sum(trunc(financeable_amount(b.doc_status, b.finance_status, b.outstanding, b.confirmed_amount, b.adjusted_amount, b.paid_amount) * r.rate / 100, r.scale))
    from made b join receivable_advance_rate r on r.supplier_id = b.supplier_id and r.currency = b.currency
    where b.doc_status = 'CONFIRMED' group by 1, 2, 3, 4, 5;
  else
    insert into receivable_advance_change (supplier_id, currency, rate, day, buyer_id, advance)
    select b.supplier_id, b.currency, r.rate, b.due_date, b.buyer_id, sum(sign * trunc(financeable_amount(b.doc_status, b.finance_status, b.outstanding, b.confirmed_amount, b.adjusted_amount, b.paid_amount) * r.rate / 100, r.scale)) as advance
    from (select *, 1 as sign from made union all select *, -1 from gone) b join receivable_advance_rate r on r.supplier_id = b.supplier_id and r.currency = b.currency
    where b.doc_status = 'CONFIRMED' group by 1, 2, 3, 4, 5
    having sum(sign * trunc(financeable_amount(b.doc_status, b.finance_status, b.outstanding, b.confirmed_amount, b.adjusted_amount, b.paid_amount) * r.rate / 100, r.scale)) <> 0;
  end if;
  return null;
end $$;
create trigger invoice_advanced_made after insert on invoice referencing new table as made for each statement execute function invoice_advances();
create trigger invoice_advanced_changed after update on invoice referencing old table as gone new table as made for each statement execute function invoice_advances();

-- The invoices of financed purchase orders are left out of what may be financed; there are few such orders at a time.
create index purchase_order_financed on purchase_order (supplier_id) where finance_status in ('FINANCED', 'OVERDUE');
