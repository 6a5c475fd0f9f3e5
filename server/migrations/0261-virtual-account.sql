-- A number of its own for each payer of a collection account: money that names it is that payer's, whoever sent it.
create table virtual_account (
  id uuid primary key,
  number text not null unique,
  bank_account_id uuid not null references bank_account,
  funder_id uuid not null references company,
  payer_company_id uuid not null references company,
  created_at timestamptz not null default app_now(),
  created_by uuid,
  unique (bank_account_id, payer_company_id)
);
alter table virtual_account enable row level security; alter table virtual_account force row level security;
create policy seen on virtual_account using (funder_id = app_company() or payer_company_id = app_company() or app_all());
