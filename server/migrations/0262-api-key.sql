-- A company's own systems call with a key instead of a session: it acts as its maker, in one seat, with part of what that
-- seat may do. Only the hash of the key is kept.
create table api_key (
  id uuid primary key,
  company_id uuid not null references company,
  company_role text not null,
  user_id uuid not null references app_user,
  name text not null,
  token_hash bytea not null unique,
  last_four text not null,
  permissions text[] not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default app_now(),
  last_used_at timestamptz,
  last_used_ip text,
  revoked_at timestamptz,
  revoked_by uuid references app_user
);
create index api_key_by_company on api_key (company_id, created_at);
alter table api_key enable row level security; alter table api_key force row level security;
create policy own on api_key using (company_id = app_company() or app_system());
grant select, insert, update on api_key to usance_app;
