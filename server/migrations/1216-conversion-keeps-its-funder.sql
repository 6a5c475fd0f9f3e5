-- A conversion pays off a loan of the same supplier, funder and currency: another funder would pay the supplier and leave the loan
-- unpaid. Orders from before the rule stay as they are.
create unique index finance_order_of_funder on finance_order (id, supplier_id, funder_id, currency);
alter table finance_order add constraint conversion_keeps_its_funder
  foreign key (arp_of_order_id, supplier_id, funder_id, currency) references finance_order (id, supplier_id, funder_id, currency) not valid;
