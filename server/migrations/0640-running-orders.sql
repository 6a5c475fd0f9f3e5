-- The end of day walks through the running orders by id, however many have been settled.
create index finance_order_running on finance_order (id) where status in ('FUNDED', 'PARTIALLY_REPAID', 'OVERDUE');
