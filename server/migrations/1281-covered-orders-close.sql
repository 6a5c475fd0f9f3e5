-- A purchase order that was financed stayed confirmed when its invoices covered it, which told its buyer of the loan.
create function close_covered() returns void language sql set app.scope = 'system' as $$
  update purchase_order p set doc_status = 'CLOSED', version = version + 1
  where p.doc_status = 'CONFIRMED'
    and (select coalesce(sum(i.amount), 0) from invoice i where i.purchase_order_id = p.id and i.doc_status in ('CONFIRMED', 'CLOSED')) >= p.amount;
$$;
select close_covered();
drop function close_covered();
