-- A lost invoice on which nothing is owed is settled, and one whose loss is back in full is lost no more.
create function lost_no_more() returns void language sql set app.scope = 'system' as $$
  update invoice v set finance_status = 'SETTLED', version = v.version + 1,
    pay_status = case when v.paid_amount > 0 and v.outstanding = 0 then 'PAID' when l.is_open then 'WRITTEN_OFF' when v.paid_amount > 0 then 'PARTIAL' else 'UNPAID' end
  from (select i.invoice_id, coalesce(bool_or(b.balance > 0), false) as is_open
      from finance_order_item i join finance_order o on o.id = i.order_id
      left join ledger_balance b on b.order_id = o.id and b.book = 'F' and b.account = '5000'
      where o.status = 'WRITTEN_OFF' and i.invoice_id is not null group by i.invoice_id) l
  where l.invoice_id = v.id and (v.outstanding = 0 or not l.is_open) and v.finance_status = 'OVERDUE';
  update purchase_order p set finance_status = 'SETTLED', version = p.version + 1
  from finance_order_item i join finance_order o on o.id = i.order_id
  where i.purchase_order_id = p.id and o.status = 'WRITTEN_OFF' and p.finance_status = 'OVERDUE'
    and not exists (select from ledger_balance b where b.order_id = o.id and b.book = 'F' and b.account = '5000' and b.balance > 0);
$$;
select lost_no_more();
drop function lost_no_more();
