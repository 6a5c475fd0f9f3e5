-- A waiver of a buyer's own debt names that buyer, which reads it among its repayments (decision 092): of a remainder on its invoices, or of
-- the rest of its fee bill, where it knows of the financing.
alter policy seen on repayment using (
  supplier_id = (select app_company()) or funder_id = (select app_company()) or (select app_all())
  or (buyer_id = (select app_company())
    and (payer_role in ('BUYER', 'WAIVER') or exists (select 1 from invoice_payment p where p.repayment_id = repayment.id))
    and money_told(coalesce(order_id, top_up_of), funder_id, (select app_company()))));

create function name_waivers() returns void language sql set app.scope = 'system' as $$
  update repayment r set buyer_id = w.buyer_id from (
    select a.repayment_id, min(coalesce(o.buyer_id, i.buyer_id)::text)::uuid as buyer_id
    from allocation a join finance_order o on o.id = a.order_id left join finance_order_item i on i.id = a.item_id
    where a.source = 'WAIVER' and o.disclosed group by a.repayment_id
    having bool_and(a.component in ('REMAINDER', 'BUYER_FEE')) and count(distinct coalesce(o.buyer_id, i.buyer_id)) = 1) w
  where r.id = w.repayment_id and r.payer_role = 'WAIVER' and r.buyer_id is null;
$$;
select name_waivers();
drop function name_waivers();
