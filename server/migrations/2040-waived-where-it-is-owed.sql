-- Principal that is waived of what a buyer owes lowers the debt on its own invoice, as a reduction does: the invoice owed it still, and another
-- invoice of the same buyer was cut instead (decision 275). Waivers from before name no invoice and stay as they were.

create or replace function item_debts(p_order uuid)
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
          where j.order_id = i.order_id and j.invoice_id = i.invoice_id and j.event in ('DILUTION', 'OWED_BEYOND', 'WAIVER') and p.book = 'F' and p.account = '1100'), 0),
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

