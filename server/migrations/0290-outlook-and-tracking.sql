-- News, signals and tariffs are the operator's own and open to everybody who may read the buyer outlook: no company's data.
create table news_item (
  id uuid primary key,
  kind text not null check (kind in ('PANEL', 'ARTICLE')),
  news_date date not null,
  title text not null,
  topics text not null default '',
  vtopic text[] not null default '{}',
  text text not null,
  region text not null,
  tags text not null default '',
  thumbnail text,
  source_url text unique,
  created_at timestamptz not null default app_now()
);
create index news_item_date on news_item (kind, news_date desc, id desc);
create table news_signal (
  id uuid primary key,
  buyer_id uuid not null references company,
  news_date date not null,
  direction text not null check (direction in ('UP', 'DOWN', 'NEUTRAL')),
  title text not null,
  text text not null,
  article_id uuid references news_item,
  created_at timestamptz not null default app_now()
);
create index news_signal_buyer on news_signal (buyer_id, news_date desc);
create table tariff (
  id uuid primary key,
  region text not null,
  product text not null,
  rate numeric(7,4) not null check (rate >= 0),
  effective_date date not null,
  note text,
  unique (region, product, effective_date)
);
-- A visitor's link: only its hash is kept, and it opens the outlook for a day.
create table exhibition_link (
  token_hash bytea primary key,
  expires_at timestamptz not null,
  created_by uuid references app_user,
  created_at timestamptz not null default app_now()
);
create table portal_request_customer (
  id uuid primary key,
  company_id uuid not null references company,
  user_id uuid not null references app_user,
  name text not null,
  created_at timestamptz not null default app_now()
);
alter table portal_request_customer enable row level security; alter table portal_request_customer force row level security;
create policy seen on portal_request_customer using (company_id = (select app_company()) or (select app_all()));

-- What people do in the portal: written by whoever is signed in or visiting, read by staff.
create table user_analysis_session (
  id uuid primary key,
  user_id uuid references app_user,
  company_id uuid references company,
  email text,
  anonymous text not null,
  device_info jsonb not null default '{}',
  ip_address text not null,
  country_code text,
  project_name text not null,
  created_at timestamptz not null default app_now()
);
create table user_analysis_event (
  id bigint generated always as identity primary key,
  session_id uuid references user_analysis_session,
  user_id uuid references app_user,
  company_id uuid references company,
  action_type text not null,
  action_details jsonb not null default '{}',
  page_url text not null,
  anonymous text not null,
  created_at timestamptz not null default app_now()
);
create index user_analysis_event_page on user_analysis_event (action_type, page_url, created_at desc);
do $$
declare t text;
begin
  foreach t in array array['user_analysis_session', 'user_analysis_event'] loop
    execute format('alter table %I enable row level security; alter table %I force row level security', t, t);
    execute format('create policy staff_read on %I for select using ((select app_all()))', t);
    execute format('create policy written on %I for insert with check (true)', t);
  end loop;
end $$;
grant select, insert, update on news_item, news_signal, tariff to usance_app;
grant select, insert on exhibition_link, portal_request_customer, user_analysis_session, user_analysis_event to usance_app;
grant usage on all sequences in schema public to usance_app;

-- What the assistant was asked and answered, for the one who asked.
create table assistant_message (
  id bigint generated always as identity primary key,
  user_id uuid not null references app_user,
  company_id uuid not null references company,
  role text not null check (role in ('user', 'assistant')),
  text text not null,
  links jsonb not null default '[]',
  created_at timestamptz not null default app_now()
);
alter table assistant_message enable row level security; alter table assistant_message force row level security;
create policy own on assistant_message using (user_id = (select app_user()) or (select app_system()));
create index assistant_message_user on assistant_message (user_id, company_id, id desc);
grant select, insert on assistant_message to usance_app;
grant usage on all sequences in schema public to usance_app;

-- A session named by an event, if there is one; who writes may not read sessions.
create function user_analysis_session_of(wanted uuid) returns table (id uuid) language plpgsql stable set app.scope = 'system' as $$
begin
  return query select s.id from user_analysis_session s where s.id = wanted;
end $$;
