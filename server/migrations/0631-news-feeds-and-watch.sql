-- News may be withdrawn by staff, so that what a feed brought again stays away; source names the feed it came from.
alter table news_item add column withdrawn boolean not null default false;
alter table news_item add column source text;
alter table news_signal add column created_by uuid references app_user;

-- A watch: a bad sign about a buyer and payments that got later, as one company sees them. Each sign is told of once.
create table buyer_watch (
  id uuid primary key,
  company_id uuid not null references company,
  buyer_id uuid not null references company,
  signal_id uuid not null references news_signal,
  days_late numeric(10, 1) not null,
  days_late_before numeric(10, 1) not null,
  created_at timestamptz not null default app_now(),
  unique (company_id, signal_id)
);
alter table buyer_watch enable row level security; alter table buyer_watch force row level security;
create policy seen on buyer_watch using (company_id = (select app_company()) or (select app_all()));
grant select, insert on buyer_watch to usance_app;
