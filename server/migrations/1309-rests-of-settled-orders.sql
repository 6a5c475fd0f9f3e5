-- What the buyer of an invoice still owes to the funder of its settled order: the reserve bore it, so that the funder collects it for the
-- supplier. What the funder owns of a buyer counts for its invoices by due date; beyond it they are owed to the supplier.
create function rest_to_funder(p_invoice uuid, p_order uuid default null) returns numeric language sql stable set app.scope = 'system' as $$
  select coalesce(sum(least(t.outstanding, greatest(t.owned - t.earlier, 0))), 0) from (
    select v.id, v.outstanding, b.owned, coalesce(sum(v.outstanding) over (partition by o.id order by v.due_date, v.invoice_no, v.id
      rows between unbounded preceding and 1 preceding), 0) as earlier
    from finance_order_item own join finance_order o on o.id = own.order_id and o.status = 'SETTLED'
    join finance_order_item i on i.order_id = o.id and i.buyer_id is not distinct from own.buyer_id
    join invoice v on v.id = i.invoice_id and v.outstanding > 0 and v.finance_status = 'SETTLED'
    cross join lateral (select coalesce(sum(case p.side when 'D' then p.amount else -p.amount end), 0) as owned from posting p
      where p.order_id = o.id and p.book = 'F' and p.account = '1100'
        and (o.buyer_id is not null or p.counterparty_id = own.buyer_id)) b
    where own.invoice_id = p_invoice and (p_order is null or o.id = p_order)) t
  where t.id = p_invoice $$;
