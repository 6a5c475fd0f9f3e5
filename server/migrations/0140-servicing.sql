-- What happens to an order after the money went out.

-- The terms of the product as they stood at funding: a product edited later changes no running order.
alter table finance_order add column funded_terms jsonb;
-- A fee that a repayment caused goes away with its reversal.
alter table order_fee add column repayment_id uuid references repayment;
-- Principal can be paid by money that is no receipt: a rebate, or the proceeds of a conversion. Only RECEIPT adds up to what came in.
alter table allocation add column source text not null default 'RECEIPT' check (source in ('RECEIPT','REBATE','ARP'));
create index allocation_item on allocation (item_id) where not reversed;
-- The invoices the payer meant; empty lets the money pay the invoices of the order by due date.
alter table repayment add column invoice_ids uuid[] not null default '{}';
alter table repayment add column match_reason text;
alter table repayment add column posted_by uuid;
alter table repayment add column reversal_reason text;
alter table repayment add column reversed_at timestamptz;
-- A receipt is matched to any number of orders, and never to the same one twice while that match lives.
create unique index repayment_once on repayment (collection_id, order_id) where status not in ('REVERSED','REFUSED') and collection_id is not null;
create index repayment_collection on repayment (collection_id);
create index repayment_status on repayment (status, created_at desc);
alter table payment add column invoice_id uuid references invoice;
create index payment_repayment on payment (repayment_id) where repayment_id is not null;
create index payment_status on payment (status, created_at desc);
create index collection_status on collection (status, created_at desc);
create index invoice_payment_repayment on invoice_payment (repayment_id) where repayment_id is not null;
create index journal_source on journal (source_type, source_id);
create index recourse_claim_order on recourse_claim (order_id) where status = 'OPEN';

-- Discount that an early repayment took out of the books before it was earned.
create table discount_release (
  id uuid primary key,
  repayment_id uuid not null references repayment,
  order_id uuid not null references finance_order,
  item_id uuid not null references finance_order_item,
  value_date date not null,
  client amt not null,
  fund amt not null,
  rebate amt not null,
  rebate_to_principal amt not null default 0,
  reversed boolean not null default false,
  created_at timestamptz not null default app_now()
);
create index discount_release_order on discount_release (order_id) where not reversed;
alter table discount_release enable row level security; alter table discount_release force row level security;
create policy seen on discount_release using (app_all() or exists (select 1 from finance_order o where o.id = order_id));

-- Where every funder stood at the close of each day.
create table daily_position (
  business_date date not null,
  funder_id uuid not null references company,
  currency ccy not null,
  principal amt not null,
  accrued_interest amt not null,
  accrued_penalty amt not null,
  reserve amt not null,
  unearned amt not null,
  orders integer not null,
  overdue_orders integer not null,
  primary key (business_date, funder_id, currency)
);
alter table daily_position enable row level security; alter table daily_position force row level security;
create policy seen on daily_position using (funder_id = app_company() or app_all());
