-- The balance of an account of no order is one row for all receipts of a funder: whoever booked one kept it until the transaction ended, and
-- all others waited. What is booked without an order is a part of its own from now on, and a job folds the parts (decision 270).
alter table ledger_balance add column part bigint not null default 0;
alter table ledger_balance drop constraint ledger_balance_pkey;
alter table ledger_balance add primary key (order_id, owner_id, book, account, currency, part);
create index ledger_balance_part on ledger_balance (part) where part > 0;
create sequence ledger_balance_parts;

create or replace function posting_balances() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into ledger_balance as b (owner_id, book, account, currency, order_id, balance, part)
  select a.owner_id, a.book, a.account, a.currency, coalesce(a.order_id, '00000000-0000-0000-0000-000000000000'), a.balance,
    case when a.order_id is null then nextval('ledger_balance_parts') else 0 end
  from (select owner_id, book, account, currency, order_id, sum(case side when 'D' then amount else -amount end) as balance
    from added group by 1, 2, 3, 4, 5) a order by 5, 1, 2, 3, 4
  on conflict (order_id, owner_id, book, account, currency, part) do update set balance = b.balance + excluded.balance;
  return null;
end $$;

-- Folds the oldest parts; answers how many. A reader sees a part before or after, never twice and never not.
create function fold_balance_parts() returns integer language sql security definer set search_path = public set app.scope = 'system' as $$
  with gone as (
    delete from ledger_balance where part in (select part from ledger_balance where part > 0 order by part limit 50000 for update skip locked)
      and part > 0 returning *),
  kept as (
    insert into ledger_balance as b (owner_id, book, account, currency, order_id, balance, part)
    select owner_id, book, account, currency, order_id, sum(balance), 0 from gone group by 1, 2, 3, 4, 5 order by 5, 1, 2, 3, 4
    on conflict (order_id, owner_id, book, account, currency, part) do update set balance = b.balance + excluded.balance)
  select count(*)::int from gone
$$;
