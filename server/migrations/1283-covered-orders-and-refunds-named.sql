-- 1257 marked the purchase orders that their invoices cover before 1281 closed more of them on an upgrade; 1260 named the order of old
-- refunds where the owner of the database passes the policies. Both are said once more, in every installation.
create function mark_covered() returns void language sql set app.scope = 'system' as $$
  update purchase_order p set closed_covered = true
  where p.doc_status = 'CLOSED' and not p.closed_covered
    and (select coalesce(sum(i.amount), 0) from invoice i where i.purchase_order_id = p.id and i.doc_status in ('CONFIRMED', 'CLOSED')) >= p.amount;
$$;
select mark_covered();
drop function mark_covered();
create function name_refunds() returns void language sql set app.scope = 'system' as $$
  update payment p set refund_of = (
      select j.order_id from journal j where j.source_type = 'PAYMENT' and j.source_id = p.id::text and j.order_id is not null
      order by j.created_at limit 1)
    where p.type = 'RECEIPT_RETURN' and p.refund_of is null;
$$;
select name_refunds();
drop function name_refunds();
