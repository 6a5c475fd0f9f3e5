-- What a buyer still owes once the loss of its order has come back is its funder's to collect as well (decision 120): what is left of the
-- lost receivable counts for the buyer's invoices as on a settled order.
create or replace function rest_to_funder(p_invoice uuid, p_order uuid default null) returns numeric language sql stable set app.scope = 'system' as $$
  select coalesce(sum(least(t.outstanding, greatest(t.owned - t.earlier, 0))), 0) from (
    select v.id, v.outstanding, b.owned, coalesce(sum(v.outstanding) over (partition by o.id order by v.due_date, v.invoice_no, v.id
      rows between unbounded preceding and 1 preceding), 0) as earlier
    from finance_order_item own join finance_order o on o.id = own.order_id and o.status in ('SETTLED', 'WRITTEN_OFF')
    join finance_order_item i on i.order_id = o.id and i.buyer_id is not distinct from own.buyer_id
    join invoice v on v.id = i.invoice_id and v.outstanding > 0 and v.finance_status = 'SETTLED'
    cross join lateral (select case o.status
      when 'SETTLED' then coalesce((select sum(case p.side when 'D' then p.amount else -p.amount end) from posting p
        where p.order_id = o.id and p.book = 'F' and p.account = '1100'
          and (o.buyer_id is not null or p.counterparty_id = own.buyer_id)), 0)
      else coalesce((select sum(l.owned) from owned_of_loss(o.id) l where l.buyer = v.buyer_id), 0) end as owned) b
    where own.invoice_id = p_invoice and (p_order is null or o.id = p_order)) t
  where t.id = p_invoice $$;
