-- Double entry: books F (funder), P (platform), S (supplier), B (buyer), one set per company. Postings are only ever added.

create table journal (
  id uuid primary key,
  key text not null unique,
  event text not null,
  order_id uuid references finance_order,
  invoice_id uuid references invoice,
  source_type text not null,
  source_id text not null,
  value_date date not null,
  posted_on date not null,
  reversal_of uuid unique references journal,
  memo jsonb not null default '{}',
  created_at timestamptz not null default app_now(),
  created_by uuid
);
create index journal_order on journal (order_id);
create index journal_posted on journal (posted_on);

create table posting (
  id bigint generated always as identity primary key,
  journal_id uuid not null references journal,
  book text not null check (book in ('F','P','S','B')),
  owner_id uuid not null references company,
  account text not null,
  currency ccy not null,
  side text not null check (side in ('D','C')),
  amount amt not null check (amount > 0),
  order_id uuid,
  item_id uuid,
  counterparty_id uuid,
  value_date date not null
);
create index posting_journal on posting (journal_id);
create index posting_owner on posting (owner_id, book, account, currency, value_date);
create index posting_order on posting (order_id, account);

-- Running balances kept in the same transaction; each provably equal to the sum of its postings. Debit positive.
create table ledger_balance (
  owner_id uuid not null references company,
  book text not null,
  account text not null,
  currency text not null,
  order_id uuid not null,
  balance amt not null default 0,
  primary key (order_id, owner_id, book, account, currency)
);
create index ledger_balance_owner on ledger_balance (owner_id, book, account, currency);

create function posting_balances() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into ledger_balance as b (owner_id, book, account, currency, order_id, balance)
  select owner_id, book, account, currency, coalesce(order_id, '00000000-0000-0000-0000-000000000000'), sum(case side when 'D' then amount else -amount end)
  from added group by 1, 2, 3, 4, 5 order by 5, 1, 2, 3, 4
  on conflict (order_id, owner_id, book, account, currency) do update set balance = b.balance + excluded.balance;
  return null;
end $$;
create trigger posting_balance after insert on posting referencing new table as added for each statement execute function posting_balances();

-- Every journal sums to zero per book, owner and currency when its transaction commits.
create function journal_balanced() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if exists (select 1 from posting where journal_id = new.id group by book, owner_id, currency
             having sum(case side when 'D' then amount else -amount end) <> 0) then
    raise exception 'journal % does not balance', new.key using errcode = 'P0002';
  end if;
  return null;
end $$;
create constraint trigger journal_balances after insert on journal deferrable initially deferred for each row execute function journal_balanced();
create trigger posting_append before update or delete on posting for each row execute function refuse_change();
create trigger posting_truncate before truncate on posting execute function refuse_change();
create trigger journal_append before update or delete on journal for each row execute function refuse_change();
create trigger journal_truncate before truncate on journal execute function refuse_change();
