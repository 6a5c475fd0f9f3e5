-- A purchase order that closed because its invoices cover it, and not by its supplier, is open again when they no longer do.
alter table purchase_order add column closed_covered boolean not null default false;
create function mark_covered() returns void language sql set app.scope = 'system' as $$
  update purchase_order p set closed_covered = true
  where p.doc_status = 'CLOSED'
    and (select coalesce(sum(i.amount), 0) from invoice i where i.purchase_order_id = p.id and i.doc_status in ('CONFIRMED', 'CLOSED')) >= p.amount;
$$;
select mark_covered();
drop function mark_covered();
