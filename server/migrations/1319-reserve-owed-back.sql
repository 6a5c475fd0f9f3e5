-- The close looks for orders on which reserve is owed back; an order has a journal for each of its nights.
create index journal_reserve_short on journal (order_id) where event = 'RESERVE_SHORT';
