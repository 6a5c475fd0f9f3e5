-- Whether the buyer of an invoice or purchase order was told of its financing: of the one that holds it now, or else of the last one
-- that was paid out. The function sees every company, since an undisclosed financing is no row of the buyer's.
drop function finance_status_told(uuid, text);
create function finance_told(p_document uuid) returns boolean language sql stable set app.scope = 'system' as $$
  select coalesce((
    select told from (
      select i.buyer_visible and o.disclosed as told, i.active as holds, o.funding_date as since, o.id
      from finance_order_item i join finance_order o on o.id = i.order_id
      where (i.invoice_id = p_document or i.purchase_order_id = p_document) and (i.active or o.funding_date is not null)
      union all
      select f.disclosed, a.released_at is null, null::date, p.id
      from pool_asset a join pool p on p.id = a.pool_id join financing_product f on f.id = p.product_id where a.invoice_id = p_document) financings
    order by holds desc, since desc nulls last, id desc limit 1), false) $$;

-- What a buyer reads of a document that is written off: a loss on a financing that it does not know of is none.
create function pay_status_told(p_told boolean, p_status text, p_paid numeric) returns text language sql immutable as $$
  select case when p_told or p_status <> 'WRITTEN_OFF' then p_status when p_paid > 0 then 'PARTIAL' else 'UNPAID' end $$;
