-- A price can be worked out again from what decided it. Kept beside the order for the operator's proof: what one price was
-- made of is never changed, and shows the funder's leg, so that no company reads it.
create table finance_order_price (
  order_id uuid not null references finance_order,
  digest text not null check (length(digest) = 64),
  priced_on date not null,
  pricing_hash text not null,
  input text not null,
  created_at timestamptz not null default app_now(),
  primary key (order_id, digest)
);
alter table finance_order_price enable row level security; alter table finance_order_price force row level security;
create policy seen on finance_order_price using (app_all());
grant select, insert on finance_order_price to usance_app;
