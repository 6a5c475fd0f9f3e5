-- What a second person passes before it holds: seats that decide about money, the right to sign, and the address of whoever
-- has one of them.
create table user_change (
  id uuid primary key,
  no text not null unique,
  user_id uuid not null references app_user,
  company_id uuid not null references company,
  before jsonb not null,
  after jsonb not null,
  status text not null default 'IN_APPROVE' check (status in ('IN_APPROVE','PASSED','REJECTED','REFUSED')),
  created_by uuid not null references app_user,
  created_at timestamptz not null default app_now(),
  ended_at timestamptz
);
create unique index user_change_live on user_change (user_id) where status = 'IN_APPROVE';
create index user_change_list on user_change (user_id, created_at desc);
alter table user_change enable row level security; alter table user_change force row level security;
create policy own on user_change using (company_id = app_company() or app_all());

-- A new address holds once somebody there has opened the link that was mailed to it.
alter table one_time_link drop constraint one_time_link_purpose_check;
alter table one_time_link add constraint one_time_link_purpose_check
  check (purpose in ('INVITATION','RESET','GUIDANCE','SETUP','EXHIBITION','NOTICE','SPECIAL','ADDRESS'));
alter table one_time_link add column address text check ((address is null) = (purpose <> 'ADDRESS'));
create unique index one_address_waits on one_time_link (user_id) where purpose = 'ADDRESS' and used_at is null;
