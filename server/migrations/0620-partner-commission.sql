-- What a channel partner earns of the platform's fees on orders of suppliers it introduced. The rate in force on the day an
-- order is funded holds for every later fee of that order. A row without partner is for everybody without a rate of their own.
create table partner_commission (
  id uuid primary key,
  partner_id uuid references app_user,
  effective_date date not null,
  rate_pct numeric(9,6) not null check (rate_pct between 0 and 100),
  created_at timestamptz not null default app_now()
);
create unique index partner_commission_once on partner_commission (coalesce(partner_id, '00000000-0000-0000-0000-000000000000'), effective_date);
alter table partner_commission enable row level security; alter table partner_commission force row level security;
create policy seen on partner_commission using (app_all());
insert into partner_commission (id, effective_date, rate_pct) values (gen_random_uuid(), '2000-01-01', 10);

alter table config_change drop constraint config_change_kind_check;
alter table config_change add constraint config_change_kind_check
  check (kind in ('PRODUCT','RATE','FX','LIMIT','HOLIDAY','ROLE','WORKFLOW','COMMISSION'));
