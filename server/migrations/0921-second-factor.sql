-- A way back for whoever lost the second factor: codes that each stand in for it once, and, where those are lost too, a reset
-- that two people pass, after which the user enrols anew before anything else.
alter table app_user add column mfa_enrol boolean not null default false;
create table recovery_code (
  id uuid primary key,
  user_id uuid not null references app_user,
  code_hash bytea not null unique,
  created_at timestamptz not null default app_now(),
  -- Used, or taken away by later codes or by a change of the second factor.
  ended_at timestamptz
);
create index recovery_code_left on recovery_code (user_id) where ended_at is null;
