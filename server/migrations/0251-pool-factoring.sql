-- A drawing is an order that locks what its pool carries instead of documents.
alter table finance_order add column pool_id uuid references pool;
create index finance_order_pool on finance_order (pool_id) where pool_id is not null;
alter table finance_order_item drop constraint finance_order_item_doc_type_check;
alter table finance_order_item add constraint finance_order_item_doc_type_check check (doc_type in ('INVOICE','PO','POOL'));
create unique index pool_once on pool (supplier_id, product_id, currency) where status = 'ACTIVE';
-- Where the bank decides, its own figures, as they were last brought in.
alter table pool add column bank_base amt;
alter table pool add column bank_as_of date;
alter table pool add column bank_note text;
alter table pool_asset add column eligible_amount amt not null default 0;
alter table pool_asset add column outstanding amt not null default 0;
alter table pool_asset add column evaluated_on date;
create index pool_asset_pool on pool_asset (pool_id);

-- What each pool carried at the close of each day.
create table pool_position (
  business_date date not null,
  pool_id uuid not null references pool,
  gross_eligible amt not null,
  excess_concentration amt not null,
  net_eligible amt not null,
  advance_rate pct not null,
  borrowing_base amt not null,
  drawn amt not null,
  accrued amt not null,
  availability numeric(20,4) not null,
  primary key (business_date, pool_id)
);
alter table pool_position enable row level security; alter table pool_position force row level security;
create policy seen on pool_position using (app_all() or exists (select 1 from pool p where p.id = pool_id));
