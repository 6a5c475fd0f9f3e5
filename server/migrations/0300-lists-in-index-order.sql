-- The order of a list in the index: what comes first on screen, empty values last, the id to tell equals apart.
drop index invoice_supplier_issue, invoice_supplier_status, invoice_buyer_issue, invoice_buyer_status, invoice_funder;
create index invoice_supplier_issue on invoice (supplier_id, issue_date desc nulls last, id desc);
-- What the policies and the counts look at rides along, so that counting and adding up read the index alone.
create index invoice_supplier_status on invoice (supplier_id, doc_status, issue_date desc nulls last, id desc) include (buyer_id, buyer_visible, funder_id, currency, amount, outstanding);
create index invoice_buyer_issue on invoice (buyer_id, issue_date desc nulls last, id desc);
create index invoice_buyer_status on invoice (buyer_id, doc_status, issue_date desc nulls last, id desc) include (supplier_id, buyer_visible, funder_id, currency, amount, outstanding);
create index invoice_funder on invoice (funder_id, issue_date desc nulls last, id desc) where funder_id is not null;
create index invoice_issue on invoice (issue_date desc nulls last, id desc);
drop index finance_order_supplier, finance_order_funder, finance_order_buyer, purchase_order_supplier, purchase_order_buyer;
create index finance_order_supplier on finance_order (supplier_id, created_at desc nulls last, id desc);
create index finance_order_funder on finance_order (funder_id, created_at desc nulls last, id desc);
create index finance_order_buyer on finance_order (buyer_id, created_at desc nulls last, id desc);
create index finance_order_created on finance_order (created_at desc nulls last, id desc);
create index purchase_order_supplier on purchase_order (supplier_id, created_at desc nulls last, id desc);
create index purchase_order_buyer on purchase_order (buyer_id, created_at desc nulls last, id desc);

-- What the policies compare with is worked out once a statement, not once a row.
do $$
declare p record;
begin
  for p in select tablename, policyname, qual from pg_policies where schemaname = 'public' and qual like '%app_%' loop
    execute format('alter policy %I on %I using (%s)', p.policyname, p.tablename,
      regexp_replace(p.qual, '(app_(company|user|all|system)\(\))', '(select \1)', 'g'));
  end loop;
end $$;
