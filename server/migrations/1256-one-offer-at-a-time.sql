-- Of the offers of one product that wait for the answer of one supplier, the newest stands.
create function end_earlier_offers() returns void language sql set app.scope = 'system' as $$
  update pricing_offer o set status = 'EXPIRED', version = version + 1
  where o.status = 'OFFERED' and exists (select from pricing_offer n where n.supplier_id = o.supplier_id and n.product_id = o.product_id
    and n.status = 'OFFERED' and (n.created_at, n.id) > (o.created_at, o.id));
$$;
select end_earlier_offers();
drop function end_earlier_offers();
