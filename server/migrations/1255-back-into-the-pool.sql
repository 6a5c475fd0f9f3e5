-- Whether an invoice that left its pool at an instant did so because it was paid: one that was withdrawn is nobody's, or another order has
-- bought it since.
create function left_pool_as_paid(invoice uuid, released timestamptz) returns boolean language sql stable set app.scope = 'system' as $$
  select exists (select from invoice v where v.id = $1 and v.finance_status = 'SETTLED')
    and not exists (select from finance_order_item i join finance_order o on o.id = i.order_id
      where i.invoice_id = $1 and (i.active or o.submitted_at >= $2)) $$;

-- Those whose payment was taken back stood in no pool any more.
create function return_to_pools() returns void language sql set app.scope = 'system' as $$
  with returned as (
    update pool_asset a set released_at = null
    where a.id in (select distinct on (x.invoice_id) x.id from pool_asset x order by x.invoice_id, x.assigned_at desc, x.id desc)
      and a.released_at is not null and left_pool_as_paid(a.invoice_id, a.released_at)
      and exists (select from invoice v where v.id = a.invoice_id and v.doc_status = 'CONFIRMED' and v.outstanding > 0)
    returning a.invoice_id)
  update invoice v set finance_status = 'LOCKED' from returned where v.id = returned.invoice_id;
$$;
select return_to_pools();
drop function return_to_pools();
