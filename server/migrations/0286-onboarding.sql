-- What a company states to be admitted, what the automatic checks found, and where the decision of the staff stands.
create table company_onboarding (
  company_id uuid primary key references company,
  no text not null unique,
  people jsonb not null default '[]',
  documents jsonb not null default '[]',
  checks jsonb not null default '[]',
  outcome text check (outcome in ('PASSED','MANUAL','FAILED')),
  checked_at timestamptz,
  status text not null default 'DRAFT' check (status in ('DRAFT','IN_APPROVE','PASSED','REJECTED','REFUSED')),
  comment text,
  updated_at timestamptz not null default app_now()
);
alter table company_onboarding enable row level security; alter table company_onboarding force row level security;
create policy seen on company_onboarding using (company_id = app_company() or app_all());
-- A link for somebody who has no user yet; only the hash of its token is kept.
create table onboarding_invitation (
  id uuid primary key,
  company_id uuid not null references company,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  created_by uuid not null references app_user,
  created_at timestamptz not null default app_now()
);
alter table onboarding_invitation enable row level security; alter table onboarding_invitation force row level security;
create policy seen on onboarding_invitation using (app_all());
-- Names that nobody may be admitted with unseen, as the staff import them.
create table sanction_entry (
  id uuid primary key,
  list text not null,
  reference text not null,
  name text not null,
  imported_at timestamptz not null default app_now(),
  unique (list, reference, name)
);
alter table sanction_entry enable row level security; alter table sanction_entry force row level security;
create policy seen on sanction_entry using (app_all());
