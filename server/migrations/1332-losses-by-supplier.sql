-- A loss that its supplier owes stops it and uses its facility (decision 189): both are asked with each price.
create index finance_order_written_off on finance_order (funder_id, supplier_id) where status = 'WRITTEN_OFF';
