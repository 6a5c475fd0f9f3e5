-- Money of one buyer of several that paid costs of another's item was paid on the buyer's own invoice (decision 127). Where it is not
-- said, it is the one that the receipt paid most of.
create function pay_on_own_invoices() returns void language sql set app.scope = 'system' as $$
  update allocation a set paid_on_item_id = (
    select own.id from finance_order_item own
    left join (select p.invoice_id, sum(p.amount) as amount from invoice_payment p where p.repayment_id = a.repayment_id group by 1) p
      on p.invoice_id = own.invoice_id
    where own.order_id = a.order_id and own.buyer_id = r.payer_buyer_id
    order by coalesce(p.amount, 0) desc, own.seq, own.id limit 1)
  from repayment r, finance_order_item i
  where r.id = a.repayment_id and i.id = a.item_id and a.paid_on_item_id is null and a.source = 'RECEIPT'
    and r.payer_role = 'BUYER' and r.fund_source = 'INTEREST' and r.payer_buyer_id <> i.buyer_id;
$$;
select pay_on_own_invoices();
drop function pay_on_own_invoices();
