-- A fee is corrected once at a time; the tax follows the fee.
alter table fee_adjustment add column no text;
alter table fee_adjustment add column tax_delta amt not null default 0;
alter table fee_adjustment add column refunded amt not null default 0;
alter table fee_adjustment add column passed_on date;
create unique index fee_adjustment_one_open on fee_adjustment (order_fee_id) where status = 'IN_APPROVE';
create index fee_adjustment_order on fee_adjustment (order_id);
-- What is handed back of a fee is a refund that no receipt stands behind.
alter table payment add column fee_adjustment_id uuid references fee_adjustment;

-- A loss that a funder asks to recognise; the figures are those of the day it was booked.
create table write_off (
  id uuid primary key,
  order_id uuid not null references finance_order,
  reason text not null,
  status text not null default 'IN_APPROVE' check (status in ('IN_APPROVE','PASSED','REJECTED','REFUSED')),
  principal amt not null,
  loss amt,
  parts jsonb not null default '{}',
  written_off_on date,
  created_at timestamptz not null default app_now(),
  created_by uuid
);
create unique index write_off_one_live on write_off (order_id) where status in ('IN_APPROVE','PASSED','REJECTED');
alter table write_off enable row level security; alter table write_off force row level security;
create policy seen on write_off using (app_all() or exists (select 1 from finance_order o where o.id = order_id));
