-- The rate of tax that was agreed with a fee, in percent: what a correction of the fee bears. Fees of before have none.
alter table order_fee add column tax_pct numeric(9,6);
