-- Saved views of lists: conditions, order and columns under a name, of one person in one seat, for colleagues of that seat where shared.
create table list_view (
  id uuid primary key,
  company_id uuid not null references company,
  company_role text not null,
  user_id uuid not null references app_user,
  list text not null,
  name text not null check (name <> ''),
  conditions jsonb not null default '{}',
  columns jsonb not null default '[]',
  is_shared boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
create unique index list_view_name on list_view (user_id, company_id, company_role, list, lower(name));
create index list_view_shared on list_view (company_id, company_role, list) where is_shared;
alter table list_view enable row level security; alter table list_view force row level security;
create policy own on list_view using (company_id = (select app_company()) or (select app_system()));
grant select, insert, update, delete on list_view to usance_app;

-- The view with which a list opens for a person. It may be a shared one of somebody else, so that it is no mark of the view.
create table list_view_default (
  user_id uuid not null references app_user,
  company_id uuid not null references company,
  company_role text not null,
  list text not null,
  view_id uuid not null references list_view on delete cascade,
  primary key (user_id, company_id, company_role, list)
);
create index list_view_default_by_view on list_view_default (view_id);
alter table list_view_default enable row level security; alter table list_view_default force row level security;
create policy own on list_view_default using (user_id = (select app_user()) and company_id = (select app_company()) or (select app_system()));
grant select, insert, update, delete on list_view_default to usance_app;
