-- What the payee of a return owes back, because the bank took the receipt beside it too. Whoever reads the payment reads this of it, also a
-- company that was not told of the financing.
create function owed_back(p_payment uuid) returns numeric language sql stable set app.scope = 'system' as $$
  select p.amount from payment p
  where p.id = p_payment and p.type = 'RECEIPT_RETURN' and p.status = 'PAID' and p.payee_bank_code is distinct from ''
    and exists (select from payment t where t.collection_id = p.collection_id and t.type = 'RECEIPT_RETURN' and t.status = 'PAID'
      and t.payee_bank_code = '') $$;
