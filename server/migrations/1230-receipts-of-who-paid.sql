-- The company that paid a repayment, as far as it is certain: the buyer that settlement named or that owes all of the order, or the
-- supplier.
create function payer_of(p_role text, p_named uuid, p_buyer uuid, p_supplier uuid, p_order uuid) returns uuid
language sql stable set app.scope = 'system' as $$
  select case p_role
    when 'BUYER' then coalesce(p_named, p_buyer, (select (array_agg(distinct i.buyer_id))[1] from finance_order_item i
      where i.order_id = p_order having count(distinct i.buyer_id) = 1))
    when 'SUPPLIER' then p_supplier end $$;

-- A receipt is a row of the company whose debts, and nobody else's, it was matched to. Where nobody told its sender apart by number, the
-- buyer of a financing that it was not told of read its own transfer nowhere.
create function receipts_paid_by_caller() returns setof uuid language sql stable set app.scope = 'system' as $$
  select distinct r.collection_id from repayment r
  where r.status = 'POSTED' and r.collection_id is not null
    and case r.payer_role when 'SUPPLIER' then r.supplier_id = app_company() when 'BUYER' then
      coalesce(coalesce(r.payer_buyer_id, r.buyer_id) = app_company(),
        r.order_id in (select i.order_id from finance_order_item i where i.buyer_id = app_company())) end
    and not exists (select from repayment o where o.collection_id = r.collection_id and o.status = 'POSTED'
      and payer_of(o.payer_role, o.payer_buyer_id, o.buyer_id, o.supplier_id, o.order_id) is distinct from app_company()) $$;
alter policy seen on collection using (
  funder_id = (select app_company()) or payer_company_id = (select app_company()) or (select app_all())
  or id in (select receipts_paid_by_caller()));

create or replace function receipt_certain(p_receipt uuid) returns boolean language sql stable set app.scope = 'system' as $$
  select exists (
    select 1 from repayment r
    where r.collection_id = p_receipt and r.status = 'POSTED'
      and payer_of(r.payer_role, r.payer_buyer_id, r.buyer_id, r.supplier_id, r.order_id) = app_company())
  or exists (
    select 1 from collection c join virtual_account v on v.bank_account_id = c.bank_account_id and v.payer_company_id = c.payer_company_id
    where c.id = p_receipt and c.payer_company_id = app_company()
      and position(regexp_replace(upper(v.number), '[^A-Z0-9]', '', 'g') in regexp_replace(upper(c.raw_text), '[^A-Z0-9]', '', 'g')) > 0) $$;
