-- What trade documents need beyond their first columns.

-- A saved draft of a purchase order may still lack its lines.
alter table purchase_order drop constraint purchase_order_amount_check;
alter table purchase_order add constraint purchase_order_amount_check check (amount > 0 or (amount = 0 and doc_status in ('DRAFT','CANCELLED')));
alter table purchase_order add column return_comment text;
alter table purchase_order add column submitted_at timestamptz;
alter table purchase_order add column confirmed_at timestamptz;
-- The buyer of an undisclosed relationship learns nothing of what is financed behind it.
alter table purchase_order add column buyer_visible boolean not null default true;
alter policy seen on purchase_order using (supplier_id = app_company() or (buyer_id = app_company() and doc_status <> 'DRAFT' and buyer_visible) or funder_id = app_company() or app_all());

-- How a dispute ended, as its buyer put it; operations then confirm.
alter table invoice add column resolution text;
alter table invoice add column resolved_by uuid;
alter table invoice add column resolution_at timestamptz;
create index invoice_purchase_order on invoice (purchase_order_id) where purchase_order_id is not null;
-- Numbers that a hurried eye takes for one another.
create index invoice_skeleton on invoice (supplier_id, buyer_id, translate(replace(norm_no, '-', ''), 'OILSBZ', '011582'));

-- A sheet is read once, however often and at whatever moment it is sent.
create unique index import_job_once on import_job (kind, company_id, object_key);

alter table invoice_adjustment add column version integer not null default 1;
alter table invoice_adjustment add column passed_at timestamptz;
