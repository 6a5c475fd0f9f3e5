-- 1541 and 1581 changed nothing where row-level security held their owner back. Migrations see every row by now, so both run once more.
update payment p set type = 'RECEIPT_RETURN', collection_id = r.collection_id, refund_of = coalesce(r.order_id, r.top_up_of),
    order_id = null, repayment_id = null, of_pool = false, supplier_id = null, buyer_id = null,
    payee_name = coalesce(a.account_name, c.name, ''), payee_account = coalesce(a.bank_account, ''), payee_bank_code = coalesce(a.bank_code, '–'),
    version = p.version + 1
  from payment told
    join repayment r on r.id = told.repayment_id
    left join bank_account a on a.id = told.to_account_id
    left join company c on c.id = told.payee_company_id
  where told.id = p.id and p.type = 'REFUND' and p.status = 'CANCELLED' and p.fee_adjustment_id is null
    and r.status = 'REVERSED' and r.collection_id is not null
    and exists (select from payment_file_item i join payment_file f on f.id = i.file_id where i.payment_id = p.id and f.taken_at is not null);
update finance_order o set face_amount = i.face
  from (select order_id, sum(face) as face from finance_order_item group by 1) i
  where i.order_id = o.id and o.pool_id is null and o.face_amount <> i.face;
-- What 1260 tells of returns that were refunds of an order before.
update payment p set refund_of = j.order_id
  from (select distinct on (source_id) source_id, order_id from journal where source_type = 'PAYMENT' and order_id is not null
    order by source_id, created_at) j
  where j.source_id = p.id::text and p.type = 'RECEIPT_RETURN' and p.refund_of is null;
