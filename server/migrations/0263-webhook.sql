-- Where a company's own systems are told of events, what was sent there, and each attempt. Secrets lie encrypted.
create table webhook_endpoint (
  id uuid primary key,
  company_id uuid not null references company,
  url text not null,
  description text not null default '',
  events text[] not null,
  secret text not null,
  earlier_secret text,
  earlier_until timestamptz,
  status text not null default 'ENABLE' check (status in ('ENABLE','DISABLE','REMOVED')),
  created_at timestamptz not null default app_now(),
  created_by uuid references app_user
);
create index webhook_endpoint_by_company on webhook_endpoint (company_id) where status <> 'REMOVED';
create table webhook_delivery (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoint,
  company_id uuid not null references company,
  event text not null,
  body text not null,
  status text not null default 'PENDING' check (status in ('PENDING','DONE','FAILED')),
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  created_at timestamptz not null default app_now(),
  done_at timestamptz
);
create index webhook_delivery_open on webhook_delivery (next_at) where status = 'PENDING';
create index webhook_delivery_by_endpoint on webhook_delivery (endpoint_id, created_at desc);
create table webhook_attempt (
  id uuid primary key,
  delivery_id uuid not null references webhook_delivery,
  company_id uuid not null references company,
  at timestamptz not null default now(),
  http_status integer,
  answer text,
  took_ms integer not null
);
create index webhook_attempt_by_delivery on webhook_attempt (delivery_id, at);
do $$
declare t text;
begin
  foreach t in array array['webhook_endpoint','webhook_delivery','webhook_attempt'] loop
    execute format('alter table %I enable row level security; alter table %I force row level security', t, t);
    execute format('create policy own on %I using (company_id = app_company() or app_system())', t);
    execute format('grant select, insert, update on %I to usance_app', t);
  end loop;
end $$;
