-- What a supplier wishes to finance, told to the operator before there is an offer.
create table financing_intent (
  id uuid primary key,
  no text not null unique,
  company_id uuid not null references company,
  type text not null check (type in ('RECEIVABLE_PURCHASE','PAYABLES_FINANCE','PO_FINANCE','POOL_FACTORING')),
  buyer_name text not null,
  currency ccy not null,
  yearly_amount amt not null check (yearly_amount > 0),
  tenor_days integer not null check (tenor_days between 1 and 365),
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  created_by uuid,
  updated_at timestamptz not null default app_now()
);
create index financing_intent_company on financing_intent (company_id, created_at desc);
alter table financing_intent enable row level security;
alter table financing_intent force row level security;
create policy seen on financing_intent using (company_id = app_company() or app_all());
