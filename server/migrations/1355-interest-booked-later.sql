-- The last day after a period of an order on which interest of its days was booked. Interest that accrues stands in the books of funder and
-- platform; its supplier reads the sums, and so reads that they are others than before.
create function interest_booked_later(p_order uuid, p_from date, p_until date) returns date
language sql stable set app.scope = 'system' as $$
  select max(j.posted_on) from journal j
  where j.order_id = p_order and j.event = 'ACCRUAL' and j.value_date >= p_from and j.value_date < p_until and j.posted_on >= p_until $$;
