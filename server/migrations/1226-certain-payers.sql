-- Whether the caller's company has certainly sent a receipt: settlement has matched it to what the company owes, or its text names the
-- number that the company has on the account. The name of a payer only suggests (decision 138).
create function receipt_certain(p_receipt uuid) returns boolean language sql stable set app.scope = 'system' as $$
  select exists (
    select 1 from repayment r
    where r.collection_id = p_receipt and r.status = 'POSTED'
      and ((r.payer_role = 'BUYER' and app_company() in (r.buyer_id, r.payer_buyer_id))
        or (r.payer_role = 'SUPPLIER' and r.supplier_id = app_company())))
  or exists (
    select 1 from collection c join virtual_account v on v.bank_account_id = c.bank_account_id and v.payer_company_id = c.payer_company_id
    where c.id = p_receipt and c.payer_company_id = app_company()
      and position(regexp_replace(upper(v.number), '[^A-Z0-9]', '', 'g') in regexp_replace(upper(c.raw_text), '[^A-Z0-9]', '', 'g')) > 0) $$;
-- The same of the receipt that a payment gives back.
create function return_certain(p_payment uuid) returns boolean language sql stable set app.scope = 'system' as $$
  select coalesce((select receipt_certain(p.collection_id) from payment p where p.id = p_payment), false) $$;
