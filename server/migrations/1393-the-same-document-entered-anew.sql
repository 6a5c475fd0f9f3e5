-- A document that was cancelled and entered anew is the same receivable: an invoice by its number between its parties within 180 days, as a
-- duplicate is found, and a purchase order by its number. The documents of an order are all of them, so that what the bank may have
-- financed of one bars the other (decision 255).
create or replace function documents_of(p_order uuid, p_at timestamptz) returns table (invoice_id uuid, purchase_order_id uuid, doc_no text)
language sql stable set app.scope = 'system' as $$
  with taken as materialized (
    select i.invoice_id, coalesce(i.purchase_order_id, v.purchase_order_id) as purchase_order_id, i.doc_no
    from finance_order_item i left join invoice v on v.id = i.invoice_id
    where i.order_id = p_order and coalesce(i.invoice_id, i.purchase_order_id) is not null
    union all
    select v.id, v.purchase_order_id, v.invoice_no
    from finance_order o join pool_asset a on a.pool_id = o.pool_id join invoice v on v.id = a.invoice_id
    where o.id = p_order and a.assigned_at <= p_at and (a.released_at is null or a.released_at > p_at)),
  invoices as materialized (
    select * from taken
    union
    select v.id, coalesce(v.purchase_order_id, t.purchase_order_id), t.doc_no
    from taken t join invoice b on b.id = t.invoice_id
      join invoice v on v.fp2 = b.fp2 and v.id <> b.id and abs(v.issue_date - b.issue_date) <= 180)
  select * from invoices
  union
  select i.invoice_id, q.id, i.doc_no
  from invoices i join purchase_order p on p.id = i.purchase_order_id
    join purchase_order q on q.supplier_id = p.supplier_id and q.buyer_id = p.buyer_id and q.norm_no = p.norm_no
$$;
