-- An unpaid invoice that its supplier took back from a settled order is the supplier's: it may be financed again.
create function take_back_invoices() returns void language sql set app.scope = 'system' as $$
  update invoice v set finance_status = 'UNFINANCED', funder_id = null, version = v.version + 1, updated_at = app_now()
  where v.finance_status = 'SETTLED' and v.outstanding > 0 and v.doc_status in ('CONFIRMED', 'DISPUTED')
    and exists (select from finance_order_item i where i.invoice_id = v.id)
    and not exists (
      select from finance_order_item i join finance_order o on o.id = i.order_id
      where i.invoice_id = v.id and o.funding_date is not null
        and (o.status <> 'SETTLED'
          or exists (select from ledger_balance b where b.order_id = o.id and b.book = 'F' and b.account = '1100' and b.balance <> 0)));
$$;
select take_back_invoices();
drop function take_back_invoices();
