-- A bill keeps what it came to when it was issued: one that was paid and then adjusted told its reader the new amount alone.
alter table fee_bill add column issued_amount amt;
-- Of earlier bills it is the amount now without the adjustments of their fees that were booked after them.
create function keep_issued_amounts() returns void language sql set app.scope = 'system' as $$
  update fee_bill b set issued_amount = b.amount - coalesce((
    select sum(a.delta + a.tax_delta) from fee_adjustment a join order_fee f on f.id = a.order_fee_id
    where f.bill_id = b.id and a.status = 'PASSED'
      and exists (select from journal j where j.source_type = 'FEE_ADJUSTMENT' and j.source_id = a.id::text and j.created_at > b.created_at)), 0) $$;
select keep_issued_amounts();
drop function keep_issued_amounts();
alter table fee_bill alter column issued_amount set not null;
