-- A buyer's book holds what credit notes and receipts do on a financing that the buyer was not told of. The buyer reads its book without
-- these entries (decision 268): they would name the invoice that is financed. Staff, and the laws of the books, read all of it.

-- Whether whoever owns a line of a book was told of its order. The caller sees every company.
create function book_told(p_book text, p_order uuid) returns boolean language sql stable parallel safe as
  $$ select p_book <> 'B' or not exists (select 1 from finance_order o where o.id = p_order and not o.disclosed) $$;

-- The orders in the caller's own book B that the caller was not told of.
create function orders_untold() returns setof uuid language sql stable parallel safe set app.scope = 'system' as $$
  select distinct b.order_id from ledger_balance b
  where b.owner_id = app_company() and b.book = 'B' and not book_told(b.book, b.order_id) $$;

-- The orders are looked up once in a statement, and for lines of book B alone.
alter policy seen on posting using ((select app_all())
  or (owner_id = (select app_company()) and (book <> 'B' or (order_id in (select orders_untold())) is not true)));
alter policy seen on ledger_balance using ((select app_all())
  or (owner_id = (select app_company()) and (book <> 'B' or (order_id in (select orders_untold())) is not true)));

-- The kept sums are of the lines that their owner may read.
create or replace function posting_sums() returns trigger language plpgsql security definer set search_path = public set app.scope = 'system' as $$
begin
  insert into book_change (owner_id, book, account, currency, value_date, posted_on, debit, credit, lines)
  -- The plan is kept for the session: it looks a journal up by its id, also where it was made for a statement of many lines.
  select a.owner_id, a.book, a.account, a.currency, a.value_date, a.posted_on,
    coalesce(sum(a.amount) filter (where a.side = 'D'), 0), coalesce(sum(a.amount) filter (where a.side = 'C'), 0), count(*)
  from (select *, (select j.posted_on from journal j where j.id = journal_id) as posted_on from added) a
  where book_told(a.book, a.order_id) group by 1, 2, 3, 4, 5, 6;
  return null;
end $$;

create or replace function build_book_sums() returns void language plpgsql set search_path = public set app.scope = 'system' as $$
begin
  lock table posting in share row exclusive mode;
  delete from book_change;
  delete from book_day;
  insert into book_day (owner_id, book, account, currency, value_date, posted_on, debit, credit, lines)
  select p.owner_id, p.book, p.account, p.currency, p.value_date, j.posted_on,
    coalesce(sum(p.amount) filter (where p.side = 'D'), 0), coalesce(sum(p.amount) filter (where p.side = 'C'), 0), count(*)
  from posting p join journal j on j.id = p.journal_id where book_told(p.book, p.order_id) group by 1, 2, 3, 4, 5, 6;
end $$;

-- An order that becomes disclosed brings its lines into the sums of its buyers' books; one that is disclosed no more takes them out.
create function disclosure_sums() returns trigger language plpgsql security definer set search_path = public set app.scope = 'system' as $$
declare told integer := case when new.disclosed then 1 else -1 end;
begin
  insert into book_change (owner_id, book, account, currency, value_date, posted_on, debit, credit, lines)
  select p.owner_id, p.book, p.account, p.currency, p.value_date, j.posted_on,
    told * coalesce(sum(p.amount) filter (where p.side = 'D'), 0), told * coalesce(sum(p.amount) filter (where p.side = 'C'), 0), told * count(*)
  from posting p join journal j on j.id = p.journal_id where p.order_id = new.id and p.book = 'B' group by 1, 2, 3, 4, 5, 6;
  return null;
end $$;
create trigger disclosure_sum after update of disclosed on finance_order for each row
  when (old.disclosed is distinct from new.disclosed) execute function disclosure_sums();

-- What earlier versions have added up of undisclosed orders leaves the sums.
select build_book_sums();
