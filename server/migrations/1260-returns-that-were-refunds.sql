-- The order whose surplus a return of a receipt was refunded of, before the repayment was taken back that had left it (decision 161). Its
-- payee is told of the return as it was told of the refund, and the bank may still take back the whole receipt.
alter table payment add column refund_of uuid references finance_order;
update payment p set refund_of = (
    select j.order_id from journal j where j.source_type = 'PAYMENT' and j.source_id = p.id::text and j.order_id is not null
    order by j.created_at limit 1)
  where p.type = 'RECEIPT_RETURN';
create index payment_refund_of on payment (refund_of) where refund_of is not null;

alter policy seen on payment using (
  (select app_all()) or supplier_id = (select app_company()) or funder_id = (select app_company())
  or ((select app_company()) in (buyer_id, payee_company_id)
    and money_told(coalesce(order_id, refund_of), funder_id, (select app_company()))));

create or replace function refunds_untold() returns table (
  id uuid, no text, type text, status text, payee_company_id uuid, to_account_id uuid, amount numeric, currency text,
  due_date date, value_date date, bank_ref text, created_at timestamptz
) language sql stable set app.scope = 'system' as $$
  select p.id, p.no, p.type, p.status, p.payee_company_id, p.to_account_id, p.amount, p.currency::text,
    p.due_date, p.value_date, p.bank_ref, p.created_at
  from payment p
  where p.payee_company_id = app_company() and p.type in ('REFUND', 'RECEIPT_RETURN') and p.status in ('INSTRUCTED', 'PAID', 'FAILED')
    and p.funder_id <> app_company() and p.supplier_id is distinct from app_company()
    and not money_told(coalesce(p.order_id, p.refund_of), p.funder_id, app_company()) $$;
