-- A payment from a buyer straight to its supplier, on an invoice that no funder waits for. A buyer's maker alone declared its own
-- debt paid. Now one side reports, and whoever was owed the money confirms.
create table direct_payment (
  id uuid primary key,
  no text not null unique,
  invoice_id uuid not null references invoice,
  supplier_id uuid not null references company,
  buyer_id uuid not null references company,
  currency ccy not null,
  amount amt not null check (amount > 0),
  pay_date date not null,
  reference text,
  status text not null default 'IN_APPROVE'
    check (status in ('IN_APPROVE', 'PASSED', 'REJECTED', 'REFUSED', 'REVERSING', 'REVERSED')),
  take_back_reason text,
  -- The company whose maker reported it.
  reported_for uuid not null references company,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  created_by uuid not null references app_user
);
create index direct_payment_invoice on direct_payment (invoice_id);
create index direct_payment_supplier on direct_payment (supplier_id);
create index direct_payment_buyer on direct_payment (buyer_id);
alter table direct_payment enable row level security; alter table direct_payment force row level security;
-- Its buyer sees it with the invoice.
create policy seen on direct_payment using (supplier_id = (select app_company())
  or (buyer_id = (select app_company()) and exists (select 1 from invoice i where i.id = invoice_id)) or (select app_all()));
create policy introduced on direct_payment as restrictive for select using ((select app_partner()) is null
  or supplier_id in (select introduced()) or buyer_id in (select introduced()));
grant select, insert, update on direct_payment to usance_app;

-- Money on an invoice has come with a repayment, or as a direct payment that somebody has confirmed. Older rows are not checked.
alter table invoice_payment add column direct_payment_id uuid references direct_payment;
create index invoice_payment_direct on invoice_payment (direct_payment_id) where direct_payment_id is not null;
alter table invoice_payment add constraint invoice_payment_source check (num_nonnulls(repayment_id, direct_payment_id) = 1) not valid;

-- What the buyer of an invoice reads of its financing: nothing of one that it was not told of. Only the items of orders tell it.
create function finance_status_told(p_invoice uuid, p_status text) returns text language sql stable as $$
  select case when p_status = 'UNFINANCED' or exists (
    select 1 from finance_order_item i where i.invoice_id = p_invoice and i.buyer_visible and (i.active or p_status = 'SETTLED')
      and exists (select 1 from finance_order o where o.id = i.order_id and (p_status <> 'SETTLED' or o.funding_date is not null)))
    then p_status else 'UNFINANCED' end $$;

-- The matter of a direct payment is that of its invoice.
create or replace function matter_of(p_id uuid) returns uuid[] language plpgsql stable set app.scope = 'system' as $$
declare
  about uuid := coalesce((select i.business_id from workflow_task t join workflow_instance i on i.id = t.instance_id where t.id = p_id), p_id);
  documents uuid[] := array(
    select about
    union select invoice_id from invoice_adjustment where id = about
    union select invoice_id from direct_payment where id = about);
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
        'CONTRACT', 'PAYMENT', 'RELEASE', 'REFUND', 'REPAYMENT', 'REPAYMENT_REVERSAL', 'FEE_ADJUSTMENT', 'WRITE_OFF')
      and l.object_id = any(matter_of(p_id)::text[]) and l.company_id <> p_company
      and (l.user_id = p_user or l.after ->> 'onBehalfOf' = p_user::text));
end $$;
