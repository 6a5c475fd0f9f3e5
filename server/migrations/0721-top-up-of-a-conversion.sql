-- Money a supplier pays in because the proceeds of a conversion do not pay off the financing before it. It waits for the
-- conversion and pays nothing by itself, so that it names no order it repays.
alter table repayment add column top_up_of uuid references finance_order;
alter table repayment add constraint repayment_top_up check (top_up_of is null or order_id is null);
create unique index repayment_top_up_once on repayment (collection_id, top_up_of) where top_up_of is not null and status not in ('REVERSED','REFUSED');
create index repayment_top_up_of on repayment (top_up_of) where top_up_of is not null;

-- Proceeds and top-up may pay off exactly what is owed: then nothing is left to pay out, but the conversion still happens.
alter table payment drop constraint payment_amount_check;
alter table payment add constraint payment_amount_check check (amount > 0 or (amount = 0 and type = 'FUNDING'));
