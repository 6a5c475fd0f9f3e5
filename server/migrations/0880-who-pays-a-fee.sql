-- A fee is borne by whom the product says: supplier, buyer, funder or platform.
alter table fee_rule drop constraint fee_rule_payer_check;
alter table fee_rule add constraint fee_rule_payer_check check (payer in ('SUPPLIER','BUYER','FUNDER','PLATFORM'));
-- Nobody pays a fee to itself.
alter table fee_rule add constraint fee_rule_two_parties check (payer <> beneficiary);
alter table order_fee add constraint order_fee_payer check (payer in ('SUPPLIER','BUYER','FUNDER','PLATFORM'));
alter table allocation drop constraint allocation_component_check;
alter table allocation add constraint allocation_component_check
  check (component in ('COST','PENALTY','FEE','INTEREST','PRINCIPAL','RESERVE','BUYER_FEE','REFUND'));

-- What a buyer is billed for fees of an order: a debt of its own beside the receivable. `open_amount` follows account F1230.
create table fee_bill (
  id uuid primary key,
  no text not null unique,
  order_id uuid not null references finance_order,
  buyer_id uuid not null references company,
  funder_id uuid not null references company,
  currency ccy not null,
  amount amt not null,
  tax amt not null,
  open_amount amt not null check (open_amount >= 0),
  issued_on date not null,
  due_on date not null,
  created_at timestamptz not null default app_now()
);
create index fee_bill_order on fee_bill (order_id);
create index fee_bill_buyer on fee_bill (buyer_id, due_on desc, id desc);
create index fee_bill_funder on fee_bill (funder_id, due_on desc, id desc);
alter table order_fee add column bill_id uuid references fee_bill;
alter table fee_bill enable row level security; alter table fee_bill force row level security;
create policy seen on fee_bill using (buyer_id = (select app_company()) or funder_id = (select app_company()) or app_all());

-- What supplier and buyer see of an order's fees is what they bear; what funder and platform settle between them is theirs.
drop policy seen on order_fee;
create policy seen on order_fee using (app_all() or (exists (select 1 from finance_order o where o.id = order_id)
  and (payer in ('SUPPLIER','BUYER') or exists (select 1 from finance_order o where o.id = order_id and o.funder_id = (select app_company())))));
