-- Identity, sessions, audit, idempotency, outbox, notifications and reference data.
-- Conventions: uuid keys made by the server; amounts numeric(20,4), never NaN; days are date; instants timestamptz.
-- Row-level security reads three transaction-local settings: app.company, app.user and app.scope
-- ('company' for portal users, 'staff' for the operator's people, 'system' for work that crosses companies).

create domain amt as numeric(20,4) check (value <> 'NaN'::numeric);
create domain pct as numeric(9,6) check (value <> 'NaN'::numeric);
create domain fx as numeric(18,10) check (value >= 0.0001 and value <> 'NaN'::numeric);
create domain ccy as text check (value ~ '^[A-Z]{3}$');

-- The clock of stored instants. Only the demo, which lives through a year in minutes, sets app.clock.
create function app_now() returns timestamptz language sql stable parallel safe as $$ select coalesce(nullif(current_setting('app.clock', true), '')::timestamptz, clock_timestamp()) $$;
create function app_company() returns uuid language sql stable parallel safe as $$ select nullif(current_setting('app.company', true), '')::uuid $$;
create function app_user() returns uuid language sql stable parallel safe as $$ select nullif(current_setting('app.user', true), '')::uuid $$;
create function app_all() returns boolean language sql stable parallel safe as $$ select coalesce(current_setting('app.scope', true), '') in ('staff', 'system') $$;
create function app_system() returns boolean language sql stable parallel safe as $$ select coalesce(current_setting('app.scope', true), '') = 'system' $$;

create function refuse_change() returns trigger language plpgsql as $$ begin raise exception 'history is only ever added to: % on %', tg_op, tg_table_name using errcode = 'P0001'; end $$;

create table company (
  id uuid primary key,
  code text not null unique,
  name text not null,
  name_local text,
  biz_reg_no text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  legal_form text,
  address text,
  tax_no text,
  directors jsonb not null default '[]',
  bd_user_id uuid,
  parent_code text,
  kyc_status text not null default 'NONE' check (kyc_status in ('NONE','IN_APPROVE','PASSED','REJECTED','REFUSED')),
  kyc_expires_on date,
  risk_grade text check (risk_grade in ('A','B','C','D','E')),
  business_type text not null default 'NORMAL',
  block_flag boolean not null default false,
  is_platform boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  created_by uuid,
  updated_at timestamptz not null default app_now(),
  updated_by uuid
);
create unique index company_reg on company (country, upper(regexp_replace(biz_reg_no, '[^A-Za-z0-9]', '', 'g')));
create index company_name on company (lower(name));

create table company_role (
  id uuid primary key,
  company_id uuid not null references company,
  role text not null check (role in ('SUPPLIER','BUYER','FUNDER','COMPANY','PLATFORM')),
  status text not null default 'ENABLE' check (status in ('ENABLE','DISABLE')),
  detail jsonb not null default '{}',
  created_at timestamptz not null default app_now(),
  unique (company_id, role)
);

create table app_user (
  id uuid primary key,
  user_name text not null,
  email text not null,
  cname text not null,
  user_code text not null unique,
  password_hash text,
  status text not null default 'unActive' check (status in ('unActive','active','stop')),
  language text not null default 'en-US' check (language in ('en-US','zh-CN')),
  time_zone numeric(4,2) not null default 8,
  time_format text not null default 'YYYY/MM/DD',
  mfa_secret text,
  mfa_enabled boolean not null default false,
  mfa_last_step bigint,
  failed_count integer not null default 0,
  failed_since timestamptz,
  locked_until timestamptz,
  signatory boolean not null default false,
  phone text,
  last_sign_in_at timestamptz,
  last_visit_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  created_by uuid,
  updated_at timestamptz not null default app_now()
);
create unique index app_user_name on app_user (lower(user_name));
create unique index app_user_email on app_user (lower(email));

create table user_company_role (
  id uuid primary key,
  user_id uuid not null references app_user,
  company_id uuid not null references company,
  role text not null,
  user_roles text[] not null default '{}',
  status text not null default 'ENABLE' check (status in ('ENABLE','DISABLE')),
  is_default boolean not null default false,
  created_at timestamptz not null default app_now(),
  unique (user_id, company_id, role)
);
create index user_company_role_company on user_company_role (company_id);

create table session (
  id uuid primary key,
  token_hash bytea not null unique,
  user_id uuid not null references app_user,
  company_id uuid references company,
  company_role text,
  created_at timestamptz not null default app_now(),
  last_seen_at timestamptz not null default app_now(),
  ended_at timestamptz,
  ip text,
  user_agent text
);
create index session_by_user on session (user_id) where ended_at is null;

create table login_nonce (nonce text primary key, expires_at timestamptz not null);
create table login_attempt (login_name text primary key, failed_count integer not null, failed_since timestamptz not null, locked_until timestamptz);

create table one_time_link (
  id uuid primary key,
  secret_hash bytea not null unique,
  purpose text not null check (purpose in ('INVITATION','RESET','GUIDANCE','SETUP','EXHIBITION','NOTICE','SPECIAL')),
  user_id uuid references app_user,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default app_now()
);

create table user_preference (
  user_id uuid not null references app_user,
  key text not null,
  value text not null,
  updated_at timestamptz not null default app_now(),
  primary key (user_id, key)
);

-- The matrix of who may do what; letters as in the domain design, editable by an administrator.
create table role_permission (
  permission text primary key,
  roles text not null,
  always_granted boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz not null default app_now(),
  updated_by uuid
);

create table idempotency (
  company_id uuid not null,
  user_id uuid not null,
  key text not null,
  call text not null,
  input_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null default app_now(),
  primary key (company_id, key)
);
create index idempotency_age on idempotency (created_at);

-- Append-only. seq, prev_hash and hash are written by the single sealing job; a row is sealed once.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default app_now(),
  business_date date,
  user_id uuid,
  user_name text,
  company_id uuid,
  company_role text,
  request_id text,
  call text,
  event text not null,
  object_type text not null,
  object_id text,
  object_no text,
  before jsonb,
  after jsonb,
  ip text
);
create index audit_log_object on audit_log (object_type, object_id);
create index audit_log_company on audit_log (company_id, at);
create table audit_seal (
  audit_id bigint primary key references audit_log,
  prev_hash bytea not null,
  hash bytea not null,
  sealed_at timestamptz not null default app_now()
);
create trigger audit_log_append before update or delete on audit_log for each row execute function refuse_change();
create trigger audit_log_truncate before truncate on audit_log execute function refuse_change();
create trigger audit_seal_append before update or delete on audit_seal for each row execute function refuse_change();
create trigger audit_seal_truncate before truncate on audit_seal execute function refuse_change();

create table outbox (
  id bigint generated always as identity primary key,
  topic text not null,
  payload jsonb not null,
  created_at timestamptz not null default app_now(),
  available_at timestamptz not null default app_now(),
  attempts integer not null default 0,
  done_at timestamptz,
  last_error text
);
create index outbox_open on outbox (available_at) where done_at is null;

create table notification (
  id uuid primary key,
  event text not null,
  company_id uuid references company,
  user_id uuid references app_user,
  channel text not null default 'SITE' check (channel in ('SITE','EMAIL')),
  params jsonb not null default '{}',
  object_type text,
  object_id text,
  link text,
  read_at timestamptz,
  created_at timestamptz not null default app_now()
);
create index notification_user on notification (user_id, created_at desc);
create index notification_company on notification (company_id, created_at desc);

create table mail (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  html text,
  status text not null default 'QUEUED' check (status in ('QUEUED','SENT','FAILED')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null default app_now(),
  sent_at timestamptz
);

create table number_series (series text primary key, last bigint not null);

create table holiday (
  id uuid primary key,
  country_code text not null,
  calendar_date date not null,
  holiday_name_en text not null,
  holiday_name_cn text not null,
  type text not null,
  source text,
  unique (country_code, calendar_date)
);
create table base_rate_fixing (
  id uuid primary key,
  type text not null,
  effective_date date not null,
  revision integer not null default 0,
  percent_rate pct not null,
  source text not null,
  imported_at timestamptz not null default app_now(),
  unique (type, effective_date, revision)
);
create table fx_rate (
  id uuid primary key,
  from_currency ccy not null,
  to_currency ccy not null,
  rate_date date not null,
  rate fx not null,
  inverse fx not null,
  unique (from_currency, to_currency, rate_date)
);
create table dictionary_entry (
  id uuid primary key,
  grp text not null,
  dic_key text not null,
  en_value text not null,
  cn_value text not null,
  description text,
  seq integer not null default 0,
  unique (grp, dic_key)
);
create table setting (key text primary key, value jsonb not null, updated_at timestamptz not null default app_now());

-- The business date moves only by the end-of-day job.
create table business_day (
  id integer primary key default 1 check (id = 1),
  business_date date not null,
  state text not null default 'OPEN' check (state in ('OPEN','CLOSING')),
  updated_at timestamptz not null default app_now()
);
create table end_of_day_step (
  business_date date not null,
  step text not null,
  state text not null default 'RUNNING' check (state in ('RUNNING','DONE','FAILED')),
  done integer not null default 0,
  total integer not null default 0,
  cursor text,
  message text,
  started_at timestamptz not null default app_now(),
  finished_at timestamptz,
  primary key (business_date, step)
);

create table stored_file (
  id uuid primary key,
  object_key text not null unique,
  file_name text not null,
  content_type text not null,
  size bigint not null,
  sha256 text not null,
  file_source text not null default 'S3',
  company_id uuid not null references company,
  uploaded_by uuid references app_user,
  purpose text,
  created_at timestamptz not null default app_now()
);
create index stored_file_sha on stored_file (sha256);
