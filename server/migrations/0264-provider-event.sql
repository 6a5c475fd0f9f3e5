-- What the payment provider told, each event once, with what became of it. Only the operator's staff see it.
create table provider_event (
  id uuid primary key,
  event_id text not null unique,
  name text not null,
  body text not null,
  status text not null check (status in ('PROCESSING','DONE','IGNORED','REFUSED')),
  reason text,
  collection_id uuid references collection,
  received_at timestamptz not null default app_now()
);
create index provider_event_latest on provider_event (received_at desc);
alter table provider_event enable row level security; alter table provider_event force row level security;
create policy staff on provider_event using (app_all());
grant select, insert, update on provider_event to usance_app;
