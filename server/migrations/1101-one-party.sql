-- Within one matter a person acts for one party. One person of several companies approved an order for the supplier, signed its
-- contracts for supplier, buyer and funder, and confirmed the debt. What somebody did for whom is in the audit log.

-- The ids of a matter: an order with its documents, their adjustments, its contracts, payments, receipts, fees and losses; before
-- there is an order, a document with its adjustments. A task stands for what is decided in it.
create function matter_of(p_id uuid) returns uuid[] language plpgsql stable set app.scope = 'system' as $$
declare
  about uuid := coalesce((select i.business_id from workflow_task t join workflow_instance i on i.id = t.instance_id where t.id = p_id), p_id);
  documents uuid[] := array(select about union select invoice_id from invoice_adjustment where id = about);
  orders uuid[] := array(
    select id from finance_order where id = about
    union select order_id from finance_order_item where id = about or invoice_id = any(documents) or purchase_order_id = any(documents)
    union select order_id from contract where id = about
    union select order_id from payment where id = about
    union select order_id from repayment where id = about
    union select order_id from allocation where repayment_id = about
    union select order_id from order_fee where id = about
    union select order_id from fee_adjustment where id = about
    union select order_id from write_off where id = about);
begin
  documents := documents || array(select coalesce(invoice_id, purchase_order_id) from finance_order_item where order_id = any(orders));
  return documents || orders || array(
    select id from invoice_adjustment where invoice_id = any(documents)
    union select id from contract where order_id = any(orders)
    union select id from payment where order_id = any(orders)
    union select id from repayment where order_id = any(orders)
    union select repayment_id from allocation where order_id = any(orders)
    union select id from fee_adjustment where order_id = any(orders)
    union select id from write_off where order_id = any(orders));
end $$;
create index invoice_adjustment_invoice on invoice_adjustment (invoice_id);

-- Whether a person has acted for another company in the matter of a record, for themselves or through a delegate. Whoever never
-- had a seat in another company is not looked up any further.
create function acted_for_another(p_user uuid, p_company uuid, p_id uuid) returns boolean language plpgsql stable set app.scope = 'system' as $$
begin
  if not exists (select from user_company_role where user_id = p_user and company_id <> p_company) then return false; end if;
  return exists (
    select from audit_log l
    where l.object_type in ('FINANCE_ORDER', 'INVOICE', 'INVOICE_ADJUSTMENT', 'PURCHASE_ORDER', 'CONTRACT', 'PAYMENT', 'RELEASE', 'REFUND',
        'REPAYMENT', 'REPAYMENT_REVERSAL', 'FEE_ADJUSTMENT', 'WRITE_OFF')
      and l.object_id = any(matter_of(p_id)::text[]) and l.company_id <> p_company
      and (l.user_id = p_user or l.after ->> 'onBehalfOf' = p_user::text));
end $$;

-- The same at the begin of an act, of all records that it names. What the person does elsewhere at the same moment waits, so that
-- it is seen.
create function acts_for_another(p_user uuid, p_company uuid, p_ids uuid[]) returns boolean language plpgsql set app.scope = 'system' as $$
begin
  if not exists (select from user_company_role where user_id = p_user and company_id <> p_company) then return false; end if;
  perform pg_advisory_xact_lock(hashtextextended(p_user::text, 1101));
  return exists (select from unnest(p_ids) as id where acted_for_another(p_user, p_company, id));
end $$;
