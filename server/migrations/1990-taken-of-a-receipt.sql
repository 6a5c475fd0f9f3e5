-- What has been taken of a receipt is one sum, whoever asks for it. Who paid a receipt sees it as a row of its own, and not always what it paid or
-- that it went back: a company with a reader's sight of repayments and payments added up less than was taken, and read the rest as left.
create function receipt_matched(p_receipt uuid) returns numeric language sql stable set app.scope = 'system' as $$
  select coalesce(sum(r.amount), 0) from repayment r where r.collection_id = p_receipt and r.status not in ('REVERSED', 'REFUSED') $$;

create function receipt_returned(p_receipt uuid) returns numeric language sql stable set app.scope = 'system' as $$
  select coalesce(sum(case when bank_has(p.id) then payment_takes(p) else p.amount end), 0) from payment p
  where p.collection_id = p_receipt and p.type = 'RECEIPT_RETURN' and (p.status <> 'CANCELLED' or bank_has(p.id)) $$;
