-- A company proves its bank account with a small payment whose amount only the payer knows; a person states a document.
create table bank_verification (
  id uuid primary key,
  no text not null unique,
  company_id uuid not null references company,
  bank_account_id uuid not null references bank_account,
  currency text not null,
  status text not null default 'INSTRUCTED' check (status in ('INSTRUCTED','SENT','PASSED','LOCKED','CANCELLED','EXPIRED')),
  tries_left integer not null default 3 check (tries_left between 0 and 3),
  started_by uuid not null references app_user,
  started_at timestamptz not null default app_now(),
  sent_by uuid references app_user,
  sent_on date,
  bank_ref text,
  ended_at timestamptz
);
create index bank_verification_by_company on bank_verification (company_id, started_at desc);
-- One verification of a company is under way at a time; a locked one counts until staff let the company begin anew.
create unique index bank_verification_open on bank_verification (company_id) where status in ('INSTRUCTED','SENT','LOCKED');
alter table bank_verification enable row level security; alter table bank_verification force row level security;
create policy seen on bank_verification using (company_id = app_company() or app_all());

-- Apart from the verification, so that no query of the company can reach it.
create table bank_verification_amount (
  verification_id uuid primary key references bank_verification,
  amount numeric(20,4) not null check (amount > 0)
);
alter table bank_verification_amount enable row level security; alter table bank_verification_amount force row level security;
create policy seen on bank_verification_amount using (app_all());

create table person_identity (
  user_id uuid primary key references app_user,
  name text not null,
  document_type text not null check (document_type in ('CN_ID','HK_ID','SG_NRIC','PASSPORT')),
  document_no text not null,
  country text,
  birth_date date,
  expires_on date,
  status text not null check (status in ('PASSED','FAILED')),
  faults text[] not null default '{}',
  checked_at timestamptz not null default app_now()
);
alter table person_identity enable row level security; alter table person_identity force row level security;
create policy own on person_identity using (user_id = app_user() or app_all());
