-- What a supplier paid as principal and not as the buyer's debt came back to the first invoice in turn, also where its buyer had paid that
-- invoice: it was owed by nobody there and was taken off again, and the claim that the supplier had paid was open anew. It comes back to
-- the invoices of which the buyer still owes it (decision 280).
drop function owed_on_items(uuid);
drop function item_debts(uuid);

-- What the funder owns behind each item by payments and reductions, what its supplier paid as principal, what the buyer still owes on the
-- invoice, and the buyer's debt in the books, of the whole order where it has one buyer.
create function item_debts(p_order uuid)
returns table (item_id uuid, buyer uuid, turn bigint, owes numeric, taken_back numeric, owned numeric, debt numeric)
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
    coalesce(h.owned, 0),
    coalesce(v.amount - v.adjusted_amount
      - coalesce((select sum(p.amount) from invoice_payment p left join repayment r on r.id = p.repayment_id
          where p.invoice_id = v.id and (r.order_id is distinct from i.order_id or r.payer_role = 'WAIVER')), 0)
      - coalesce((select sum(a.amount) from allocation a join repayment r on r.id = a.repayment_id
          where a.order_id = i.order_id and coalesce(a.paid_on_item_id, a.item_id) = i.id and not a.reversed
            and a.source = 'RECEIPT' and r.payer_role = 'BUYER' and a.component not in ('REFUND', 'BUYER_FEE')), 0), 0)
  from finance_order_item i left join invoice v on v.id = i.invoice_id left join held h on h.buyer is null or h.buyer = i.buyer_id
  where i.order_id = p_order $$;

-- The same as the books hold them: beyond the balance of a buyer its last item is cut first. Up to it the items have back what their
-- supplier paid as principal and not as the buyer's debt: in turn as far as the buyer owes it on the invoice, and in turn beyond.
create function owed_on_items(p_order uuid) returns table (item_id uuid, owed numeric)
language sql stable set app.scope = 'system' as $$
  with own as (
    select d.item_id, d.buyer, d.turn, greatest(d.owes, 0) as owes, d.taken_back, d.debt, greatest(d.owned, 0) as face
    from item_debts(p_order) d),
  within as (
    select o.*, least(o.owes, greatest(o.face - coalesce(sum(o.owes) over before, 0), 0)) as part
    from own o window before as (partition by o.buyer order by o.turn rows between unbounded preceding and 1 preceding)),
  room as (
    select w.*, w.face - sum(w.part) over (partition by w.buyer) as missing, least(w.taken_back, greatest(w.debt - w.part, 0)) as owing
    from within w),
  sums as (
    select r.*, coalesce(sum(r.owing) over before, 0) as owing_before, sum(r.owing) over (partition by r.buyer) as owing_all,
      coalesce(sum(r.taken_back - r.owing) over before, 0) as beyond_before
    from room r window before as (partition by r.buyer order by r.turn rows between unbounded preceding and 1 preceding))
  select s.item_id, s.part + least(s.owing, greatest(s.missing - s.owing_before, 0))
    + least(s.taken_back - s.owing, greatest(s.missing - s.owing_all - s.beyond_before, 0))
  from sums s $$;
