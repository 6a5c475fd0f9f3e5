-- A refund that a file told the bank of is of the receipt once its repayment was taken back (decision 233); so are those of earlier reversals.
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
