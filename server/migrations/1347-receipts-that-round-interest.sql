-- Receipts that earlier versions booked rounded the interest of their order on their day also where they paid fees or reserve alone. What
-- was accrued since then was posted so: they go on doing so, or the books would no longer be what their order is counted to. Later receipts
-- do so where they pay principal, interest or penalty. What came in on a loss never did.
alter table repayment add column cuts_interest boolean not null default false;

create function keep_earlier_cuts() returns void language sql set app.scope = 'system' as $$
  update repayment r set cuts_interest = true
    where r.status = 'POSTED' and r.order_id is not null and not exists (
      select from write_off w where w.order_id = r.order_id and w.status = 'PASSED' and (
        exists (select from journal l where l.source_type = 'WRITE_OFF' and l.source_id = w.id::text and l.event = 'WRITE_OFF'
          and l.created_at < r.posted_at and l.value_date <= r.value_date)
        or exists (select from journal l where l.source_type = 'REPAYMENT' and l.source_id = r.id::text and l.event = 'RECOVERY'
          and l.reversal_of is null and not exists (select from journal m where m.reversal_of = l.id))));
$$;
select keep_earlier_cuts();
drop function keep_earlier_cuts();
