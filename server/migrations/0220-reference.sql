-- The directory of banks that accounts are chosen from, and the steps by which staff change what the portal runs on.
create table bank (
  swift_code text primary key check (swift_code ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$'),
  comb_bank_name text not null,
  comb_bank_name_local text not null,
  country_code text not null
);
grant select, insert, update on bank to usance_app;
alter table dictionary_entry
  add column version integer not null default 1,
  add column status text not null default 'ENABLE' check (status in ('ENABLE','DISABLE')),
  add column updated_at timestamptz not null default app_now();

-- One change that staff ask for: what it was, what it shall be, and where its approval stands.
create table config_change (
  id uuid primary key,
  no text not null unique,
  kind text not null check (kind in ('PRODUCT','FEE','RATE','FX','LIMIT','BUYER_LIMIT','HOLIDAY')),
  target_id text,
  title text not null,
  before jsonb,
  after jsonb not null,
  content_hash text not null,
  status text not null default 'IN_APPROVE' check (status in ('IN_APPROVE','PASSED','REJECTED','REFUSED')),
  comment text,
  created_by uuid not null references app_user,
  created_at timestamptz not null default app_now(),
  ended_at timestamptz
);
-- Two people never change one thing at the same time.
create unique index config_change_live on config_change (kind, target_id) where status = 'IN_APPROVE' and target_id is not null;
create index config_change_list on config_change (created_at desc);
alter table config_change enable row level security; alter table config_change force row level security;
create policy seen on config_change using (app_all());
