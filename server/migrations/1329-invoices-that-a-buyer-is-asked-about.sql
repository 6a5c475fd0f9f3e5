-- A buyer that is asked to owe more on an invoice which it acknowledged reads that invoice (decision 187).
create function show_asked() returns void language sql set app.scope = 'system' as $$
  update invoice v set buyer_visible = true, version = version + 1
    where not v.buyer_visible and exists (select from invoice_adjustment a join workflow_instance i on i.business_id = a.id
      where a.invoice_id = v.id and a.type = 'DEBIT_NOTE' and i.business_type = 'INVOICE_ADJUSTMENT' and i.status = 'IN_APPROVE' and i.buyer_id = v.buyer_id);
$$;
select show_asked();
drop function show_asked();
