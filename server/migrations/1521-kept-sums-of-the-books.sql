-- The books added up by account and day, kept by the statement that writes the postings, in its transaction. A change is only ever added
-- to book_change, so that no two writers wait for each other; a job folds the changes into book_day. Whoever reads takes both together,
-- as book_sum, and sees exactly the postings. The value date and the day of booking tell apart what is known and what was reported.
create table book_day (
  owner_id uuid not null references company,
  book text not null,
  account text not null,
  currency text not null,
  value_date date not null,
  posted_on date not null,
  debit numeric not null,
  credit numeric not null,
  lines integer not null,
  primary key (owner_id, book, account, currency, value_date, posted_on)
);
create table book_change (
  id bigint generated always as identity primary key,
  owner_id uuid not null,
  book text not null,
  account text not null,
  currency text not null,
  value_date date not null,
  posted_on date not null,
  debit numeric not null,
  credit numeric not null,
  lines integer not null
);
create index book_change_owner on book_change (owner_id, book);

do $$
declare t text;
begin
  foreach t in array array['book_day', 'book_change'] loop
    execute format('alter table %I enable row level security; alter table %I force row level security', t, t);
    execute format('create policy seen on %I using (owner_id = (select app_company()) or (select app_all()))', t);
    execute format('create policy introduced on %I as restrictive for select using ((select app_partner()) is null or owner_id in (select introduced()))', t);
  end loop;
end $$;

create view book_sum with (security_invoker = true) as
  select owner_id, book, account, currency, value_date, posted_on, debit, credit, lines from book_day
  union all select owner_id, book, account, currency, value_date, posted_on, debit, credit, lines from book_change;

-- The application adds to the sums through the trigger and folds them through the function, and changes neither otherwise.
revoke insert, update on book_day, book_change, book_sum from usance_app;
grant select on book_day, book_change, book_sum to usance_app;

create function posting_sums() returns trigger language plpgsql security definer set search_path = public set app.scope = 'system' as $$
begin
  insert into book_change (owner_id, book, account, currency, value_date, posted_on, debit, credit, lines)
  -- The plan is kept for the session: it looks a journal up by its id, also where it was made for a statement of many lines.
  select a.owner_id, a.book, a.account, a.currency, a.value_date, a.posted_on,
    coalesce(sum(a.amount) filter (where a.side = 'D'), 0), coalesce(sum(a.amount) filter (where a.side = 'C'), 0), count(*)
  from (select *, (select j.posted_on from journal j where j.id = journal_id) as posted_on from added) a group by 1, 2, 3, 4, 5, 6;
  return null;
end $$;
create trigger posting_sum after insert on posting referencing new table as added for each statement execute function posting_sums();

-- Folds the oldest changes into the sums by day; answers how many. Readers see a change before or after, never twice and never not. Two at
-- the same moment take different changes, and the days in one order.
create function fold_book_changes() returns integer language sql security definer set search_path = public set app.scope = 'system' as $$
  with gone as (delete from book_change where id in (select id from book_change order by id limit 50000 for update skip locked) returning *),
  kept as (
    insert into book_day as d (owner_id, book, account, currency, value_date, posted_on, debit, credit, lines)
    select owner_id, book, account, currency, value_date, posted_on, sum(debit), sum(credit), sum(lines)
    from gone group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (owner_id, book, account, currency, value_date, posted_on) do update
      set debit = d.debit + excluded.debit, credit = d.credit + excluded.credit, lines = d.lines + excluded.lines)
  select count(*)::int from gone
$$;

-- The sums from the postings alone: what an existing installation starts with, and what an owner of the database builds anew once the
-- check has named a difference. Whoever posts waits for it.
create function build_book_sums() returns void language plpgsql set search_path = public set app.scope = 'system' as $$
begin
  lock table posting in share row exclusive mode;
  delete from book_change;
  delete from book_day;
  insert into book_day (owner_id, book, account, currency, value_date, posted_on, debit, credit, lines)
  select p.owner_id, p.book, p.account, p.currency, p.value_date, j.posted_on,
    coalesce(sum(p.amount) filter (where p.side = 'D'), 0), coalesce(sum(p.amount) filter (where p.side = 'C'), 0), count(*)
  from posting p join journal j on j.id = p.journal_id group by 1, 2, 3, 4, 5, 6;
end $$;
revoke execute on function build_book_sums() from public;
select build_book_sums();

-- The entries that lie between the two bases are found by both days.
create index journal_booked on journal (posted_on, value_date);
drop index journal_posted;
