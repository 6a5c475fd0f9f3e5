-- What is used of a limit is added up from the running items of a funder, of one buyer or one supplier.
create index finance_order_item_used on finance_order_item (funder_id, buyer_id, supplier_id) where active;
