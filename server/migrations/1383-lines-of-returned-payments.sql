-- The lines of statements that bring a payment back, in the order in which they were imported. A recorded return accounts for one of them,
-- whichever file tells it (decision 257): of two files of one day the second may tell of a second return.
create table payment_return_line (
  seq bigint generated always as identity primary key,
  payment_id uuid not null references payment,
  funder_id uuid not null references company,
  bank_account_id uuid not null,
  ref_key text not null,
  value_date date not null,
  amount amt not null check (amount > 0),
  currency ccy not null,
  created_at timestamptz not null default app_now(),
  foreign key (funder_id, bank_account_id) references bank_account (company_id, id),
  unique (payment_id, bank_account_id, ref_key, value_date, amount, currency)
);
alter table payment_return_line enable row level security; alter table payment_return_line force row level security;
create policy seen on payment_return_line using (funder_id = (select app_company()) or (select app_all()));
revoke update on payment_return_line from usance_app;
