-- Money of a company on a financing that it was not told of. What it pays is a receipt of its own, and what comes back to it is money of
-- its own; order, funder and whoever has a part in it stay away from it.

-- Whether a company may know what a payment or receipt of a funder is for: its supplier and its funder may, a buyer where the
-- order is disclosed to it. Money of no order is told to whom a financing of that funder was told.
create function money_told(p_order uuid, p_funder uuid, p_company uuid) returns boolean language sql stable set app.scope = 'system' as $$
  select exists (
    select 1 from finance_order o
    where (o.id = p_order or (p_order is null and o.funder_id = p_funder))
      and (p_company in (o.supplier_id, o.funder_id)
        or (o.disclosed and o.submitted_at is not null
          and (p_order is not null or o.buyer_id = p_company
            or exists (select 1 from finance_order_item i where i.order_id = o.id and i.buyer_id = p_company and i.buyer_visible))
          and not exists (select 1 from finance_order_item i where i.order_id = o.id and i.buyer_id = p_company and not i.buyer_visible)))) $$;

-- The same of a receipt: by the orders that it pays, or else by its funder.
create function receipt_told(p_receipt uuid) returns boolean language sql stable set app.scope = 'system' as $$
  select coalesce(
    (select bool_and(money_told(coalesce(r.order_id, r.top_up_of), r.funder_id, app_company())) from repayment r
      where r.collection_id = p_receipt and r.status not in ('REVERSED', 'REFUSED')),
    (select money_told(null, c.funder_id, app_company()) from collection c where c.id = p_receipt), false) $$;

alter policy seen on payment using (
  (select app_all()) or supplier_id = (select app_company()) or funder_id = (select app_company())
  or ((select app_company()) in (buyer_id, payee_company_id) and money_told(order_id, funder_id, (select app_company()))));
alter policy seen on repayment using (
  supplier_id = (select app_company()) or funder_id = (select app_company()) or (select app_all())
  or (buyer_id = (select app_company())
    and (payer_role = 'BUYER' or exists (select 1 from invoice_payment p where p.repayment_id = repayment.id))
    and money_told(coalesce(order_id, top_up_of), funder_id, (select app_company()))));

-- Money that comes back to the caller's company on a financing that it was not told of, once the bank has it: how much, when, on which of
-- its accounts and under which reference.
create function refunds_untold() returns table (
  id uuid, no text, type text, status text, payee_company_id uuid, to_account_id uuid, amount numeric, currency text,
  due_date date, value_date date, bank_ref text, created_at timestamptz
) language sql stable set app.scope = 'system' as $$
  select p.id, p.no, p.type, p.status, p.payee_company_id, p.to_account_id, p.amount, p.currency::text,
    p.due_date, p.value_date, p.bank_ref, p.created_at
  from payment p
  where p.payee_company_id = app_company() and p.type in ('REFUND', 'RECEIPT_RETURN') and p.status in ('INSTRUCTED', 'PAID', 'FAILED')
    and p.funder_id <> app_company() and p.supplier_id is distinct from app_company() and not money_told(p.order_id, p.funder_id, app_company()) $$;
create index payment_returns on payment (payee_company_id) where type in ('REFUND', 'RECEIPT_RETURN');
