-- What a supplier could finance now is added up from the index alone; only invoices still to be financed are in it.
create index invoice_financeable on invoice (supplier_id, currency, due_date)
  include (buyer_id, issue_date, outstanding, confirmed_amount, adjusted_amount, paid_amount, buyer_visible, funder_id)
  where doc_status = 'CONFIRMED' and finance_status = 'UNFINANCED';

-- What the policies look at rides along, so that a page far in finds its ids, and the whole list its count, in the index alone.
drop index invoice_supplier_issue, invoice_buyer_issue;
create index invoice_supplier_issue on invoice (supplier_id, issue_date desc nulls last, id desc) include (buyer_id, buyer_visible, funder_id);
create index invoice_buyer_issue on invoice (buyer_id, issue_date desc nulls last, id desc) include (supplier_id, buyer_visible, funder_id);
