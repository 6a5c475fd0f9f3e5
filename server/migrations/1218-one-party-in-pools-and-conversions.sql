-- The matter of a drawing is that of its pool with every receivable assigned to it, and the matter of a conversion that of the loan
-- that it pays, with the purchase order behind its invoices. A person confirmed a debt for its buyer and passed for the funder the
-- drawing that it secured (decision 118).
create or replace function matter_of(p_id uuid) returns uuid[] language plpgsql stable set app.scope = 'system' as $$
declare
  about uuid := coalesce((select i.business_id from workflow_task t join workflow_instance i on i.id = t.instance_id where t.id = p_id), p_id);
  documents uuid[] := array(
    select about
    union select invoice_id from invoice_adjustment where id = about
    union select invoice_id from direct_payment where id = about
    union select invoice_id from pool_asset where id = about);
  orders uuid[];
  pools uuid[];
begin
  documents := documents || array(select purchase_order_id from invoice where id = any(documents) and purchase_order_id is not null);
  orders := array(
    select id from finance_order where id = about
    union select order_id from finance_order_item where id = about or invoice_id = any(documents) or purchase_order_id = any(documents)
    union select order_id from contract where id = about
    union select order_id from payment where id = about
    union select order_id from repayment where id = about
    union select order_id from allocation where repayment_id = about
    union select order_id from order_fee where id = about
    union select order_id from fee_adjustment where id = about
    union select order_id from write_off where id = about);
  -- A loan, and the conversions that pay it.
  orders := orders || array(select arp_of_order_id from finance_order where id = any(orders) and arp_of_order_id is not null);
  orders := orders || array(select id from finance_order where arp_of_order_id = any(orders));
  pools := array(
    select id from pool where id = about
    union select pool_id from pool_asset where invoice_id = any(documents)
    union select pool_id from finance_order where id = any(orders) and pool_id is not null);
  orders := orders || array(select id from finance_order where pool_id = any(pools));
  documents := documents || array(
    select coalesce(invoice_id, purchase_order_id) from finance_order_item where order_id = any(orders)
    union select invoice_id from pool_asset where pool_id = any(pools));
  documents := documents || array(select purchase_order_id from invoice where id = any(documents) and purchase_order_id is not null);
  return documents || orders || pools || array(
    select id from invoice_adjustment where invoice_id = any(documents)
    union select id from direct_payment where invoice_id = any(documents)
    union select id from contract where order_id = any(orders)
    union select id from payment where order_id = any(orders)
    union select id from repayment where order_id = any(orders)
    union select repayment_id from allocation where order_id = any(orders)
    union select id from fee_adjustment where order_id = any(orders)
    union select id from write_off where order_id = any(orders));
end $$;
create or replace function acted_for_another(p_user uuid, p_company uuid, p_id uuid) returns boolean language plpgsql stable set app.scope = 'system' as $$
begin
  if not exists (select from user_company_role where user_id = p_user and company_id <> p_company) then return false; end if;
  return exists (
    select from audit_log l
    where l.object_type in ('FINANCE_ORDER', 'INVOICE', 'INVOICE_ADJUSTMENT', 'DIRECT_PAYMENT', 'DIRECT_PAYMENT_REVERSAL', 'PURCHASE_ORDER',
        'POOL', 'CONTRACT', 'PAYMENT', 'RELEASE', 'REFUND', 'REPAYMENT', 'REPAYMENT_REVERSAL', 'FEE_ADJUSTMENT', 'WRITE_OFF')
      and l.object_id = any(matter_of(p_id)::text[]) and l.company_id <> p_company
      and (l.user_id = p_user or l.after ->> 'onBehalfOf' = p_user::text));
end $$;
