-- What the buyers still owe to the funder of a purchase, by item: one distribution for what is booked and for what is expected (decision 176).

-- The debts before the books have their say. `owes` is the purchase less the payments and reductions of the item, and is below zero where
-- its supplier paid a claim; `taken_back` the principal that the supplier has paid, a part of `owes` that is gone; `owned` the debt of the
-- item's buyer by the books, of the whole order where it has one buyer. `turn` is the order of maturity.
create function item_debts(p_order uuid) returns table (item_id uuid, buyer uuid, turn bigint, owes numeric, taken_back numeric, owned numeric)
language sql stable set app.scope = 'system' as $$
  with held as (
    select case when o.buyer_id is null then p.counterparty_id end as buyer,
      sum(case p.side when 'D' then p.amount else -p.amount end) as owned
    from finance_order o join posting p on p.order_id = o.id and p.currency = o.currency
    where o.id = p_order and p.book = 'F' and p.account = '1100' group by 1)
  select i.id, h.buyer, row_number() over (order by i.maturity, i.doc_no, i.id),
    i.apply_amount + i.reserve
      - coalesce((select sum(a.amount) from allocation a join repayment p on p.id = a.repayment_id
          where a.order_id = i.order_id and coalesce(a.paid_on_item_id, a.item_id) = i.id and not a.reversed
            and (a.source = 'RECEIPT' and (p.payer_role = 'BUYER' or a.component = 'PRINCIPAL') or a.component = 'REMAINDER')), 0)
      - coalesce((select sum(case p.side when 'C' then p.amount else -p.amount end) from journal j join posting p on p.journal_id = j.id
          where j.order_id = i.order_id and j.invoice_id = i.invoice_id and j.event in ('DILUTION', 'OWED_BEYOND') and p.book = 'F' and p.account = '1100'), 0),
    coalesce((select sum(a.amount) from allocation a join repayment p on p.id = a.repayment_id
      where a.order_id = i.order_id and a.item_id = i.id and not a.reversed
        and a.source = 'RECEIPT' and p.payer_role = 'SUPPLIER' and a.component = 'PRINCIPAL'), 0),
    coalesce(h.owned, 0)
  from finance_order_item i left join held h on h.buyer is null or h.buyer = i.buyer_id
  where i.order_id = p_order $$;

-- The same as the books hold them: beyond the balance of a buyer its last item is cut first, and up to it the first one has back what its
-- supplier paid as principal and not as the buyer's debt.
create function owed_on_items(p_order uuid) returns table (item_id uuid, owed numeric)
language sql stable set app.scope = 'system' as $$
  with own as (
    select d.item_id, d.buyer, d.turn, greatest(d.owes, 0) as owes, d.taken_back, greatest(d.owned, 0) as face from item_debts(p_order) d),
  within as (
    select o.*, coalesce(sum(o.taken_back) over before, 0) as taken_before,
      least(o.owes, greatest(o.face - coalesce(sum(o.owes) over before, 0), 0)) as part
    from own o window before as (partition by o.buyer order by o.turn rows between unbounded preceding and 1 preceding))
  select w.item_id, w.part + least(w.taken_back, greatest(w.face - sum(w.part) over (partition by w.buyer) - w.taken_before, 0))
  from within w $$;

-- What the buyer of an invoice still owes to the funder of its settled order, as a receipt would be booked on it. Of a loss that has come
-- back, what is left of the lost receivable counts for the buyer's invoices by due date: a receipt on it is booked by buyer.
create or replace function rest_to_funder(p_invoice uuid, p_order uuid default null) returns numeric language sql stable set app.scope = 'system' as $$
  select coalesce(sum(case o.status
    when 'SETTLED' then (select least(v.outstanding, d.owed) from owed_on_items(o.id) d where d.item_id = own.id)
    else (
      select least(t.outstanding, greatest(t.owned - t.earlier, 0)) from (
        select u.id, u.outstanding, l.owned, coalesce(sum(u.outstanding) over (order by u.due_date, u.invoice_no, u.id
          rows between unbounded preceding and 1 preceding), 0) as earlier
        from finance_order_item i
        join invoice u on u.id = i.invoice_id and u.outstanding > 0 and u.finance_status = 'SETTLED'
        cross join (select coalesce(sum(s.owned), 0) as owned from owned_of_loss(o.id) s where s.buyer = v.buyer_id) l
        where i.order_id = o.id and i.buyer_id is not distinct from own.buyer_id) t
      where t.id = v.id) end), 0)
  from finance_order_item own
  join finance_order o on o.id = own.order_id and o.status in ('SETTLED', 'WRITTEN_OFF')
  join invoice v on v.id = own.invoice_id and v.outstanding > 0 and v.finance_status = 'SETTLED'
  where own.invoice_id = p_invoice and (p_order is null or o.id = p_order) $$;
