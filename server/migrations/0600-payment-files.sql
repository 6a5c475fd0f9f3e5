-- Payment files for the bank (pain.001) and what the bank reports of them (pain.002).

create table payment_file (
  id uuid primary key,
  no text not null unique,
  funder_id uuid not null references company,
  status text not null default 'IN_APPROVE' check (status in ('IN_APPROVE','READY','TAKEN','REFUSED','VOID')),
  payments integer not null check (payments > 0),
  -- One sum a currency, as text for reading: 'USD 88515.00; EUR 10.00'.
  totals text not null,
  first_date date not null,
  content text not null,
  sha256 text not null,
  bytes integer not null,
  void_reason text,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  created_by uuid not null,
  taken_at timestamptz,
  taken_by uuid
);
create index payment_file_created on payment_file (created_at desc, id desc);
alter table payment_file enable row level security; alter table payment_file force row level security;
create policy seen on payment_file using (funder_id = app_company() or app_all());

create table payment_file_item (
  id uuid primary key,
  file_id uuid not null references payment_file,
  payment_id uuid not null references payment,
  batch_id text not null,
  from_account_id uuid not null references bank_account,
  execution_date date not null,
  instruction_id text not null,
  end_to_end_id text not null,
  -- While it lives no other file takes the payment: until its file is refused or void, or the bank refuses the payment.
  live boolean not null default true,
  status text not null default 'SENT' check (status in ('SENT','PENDING','ACCEPTED','REJECTED')),
  bank_status text,
  reason_code text,
  reason_text text,
  reported_at timestamptz,
  created_at timestamptz not null default app_now()
);
create unique index payment_file_item_once on payment_file_item (payment_id) where live;
create index payment_file_item_payment on payment_file_item (payment_id, created_at desc);
create index payment_file_item_file on payment_file_item (file_id);
alter table payment_file_item enable row level security; alter table payment_file_item force row level security;
create policy seen on payment_file_item using (app_all() or exists (select 1 from payment_file f where f.id = file_id));

create table payment_report (
  id uuid primary key,
  file_id uuid not null references payment_file,
  message_id text not null,
  sha256 text not null,
  lines integer not null,
  imported_at timestamptz not null default app_now(),
  imported_by uuid not null,
  unique (file_id, sha256)
);
alter table payment_report enable row level security; alter table payment_report force row level security;
create policy seen on payment_report using (app_all() or exists (select 1 from payment_file f where f.id = file_id));

-- Until when a bank takes payments of a currency for the same day; a row of an account goes before that of its currency.
create table payment_cut_off (
  id uuid primary key,
  currency ccy not null,
  bank_account_id uuid references bank_account,
  cut_off_time text not null check (cut_off_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  zone text not null,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  updated_by uuid
);
create unique index payment_cut_off_once on payment_cut_off (currency, bank_account_id) nulls not distinct;
insert into payment_cut_off (id, currency, cut_off_time, zone)
select gen_random_uuid(), * from (values
  ('USD', '17:00', 'America/New_York'),
  ('EUR', '16:00', 'Europe/Berlin'),
  ('GBP', '15:30', 'Europe/London'),
  ('CNY', '16:30', 'Asia/Shanghai'),
  ('HKD', '17:00', 'Asia/Hong_Kong'),
  ('SGD', '17:00', 'Asia/Singapore'),
  ('JPY', '14:30', 'Asia/Tokyo')) as usual;

grant select, insert, update on payment_file, payment_file_item, payment_report to usance_app;
grant select, insert, update, delete on payment_cut_off to usance_app;
