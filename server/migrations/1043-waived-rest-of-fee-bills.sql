-- What of a buyer's fee bill was let go at the funder's cost, so that bill, payments and waiver add up.
alter table fee_bill add column waived_amount amt not null default 0 check (waived_amount >= 0);
-- The close of a day looks for bills with a small rest.
create index fee_bill_open on fee_bill (currency, due_on) where open_amount > 0;
