-- What comes back to a company on a financing that it was not told of is of the seat of its buyer where the company paid as that.

drop function refunds_untold();
create function refunds_untold() returns table (
  id uuid, no text, type text, status text, payee_company_id uuid, to_account_id uuid, amount numeric, currency text,
  due_date date, value_date date, bank_ref text, created_at timestamptz, buyer_id uuid
) language sql stable set app.scope = 'system' as $$
  select p.id, p.no, p.type, p.status, p.payee_company_id, p.to_account_id, p.amount, p.currency::text,
    p.due_date, p.value_date, p.bank_ref, p.created_at, case when p.buyer_id = app_company() then p.buyer_id end
  from payment p
  where p.payee_company_id = app_company() and p.type in ('REFUND', 'RECEIPT_RETURN') and p.status in ('INSTRUCTED', 'PAID', 'FAILED')
    and p.funder_id <> app_company() and p.supplier_id is distinct from app_company()
    and not money_told(coalesce(p.order_id, p.refund_of), p.funder_id, app_company()) $$;
