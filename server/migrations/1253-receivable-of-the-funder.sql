-- Whether a funder owns part of what is owed on an invoice, by the books of the orders that bought it: it may own what is left after its
-- order was settled (decision 081).
create function funder_owns(invoice uuid) returns boolean language sql stable set app.scope = 'system' as $$
  select exists (select from finance_order_item i join ledger_balance b on b.order_id = i.order_id
    where i.invoice_id = $1 and b.book = 'F' and b.account = '1100' and b.balance <> 0) $$;
