-- The funder's part of a lost receivable, by debtor: the loss, less its buyer's payments since, the supplier's repurchases and credit notes.
create function owned_of_loss(lost_order uuid) returns table (buyer uuid, owned numeric)
language sql stable set app.scope = 'system' as $$
  with standing as (
    select j.id, j.event, j.memo, r.payer_role, r.payer_buyer_id from journal j left join repayment r on r.id::text = j.source_id
    where j.order_id = $1 and j.event in ('WRITE_OFF', 'RECOVERY', 'DILUTION', 'CORRECTION') and j.reversal_of is null
      and not exists (select from journal m where m.reversal_of = j.id))
  select moved.buyer, sum(moved.amount) from (
    select p.counterparty_id as buyer, case p.side when 'C' then p.amount else -p.amount end as amount
      from standing s join posting p on p.journal_id = s.id and p.book = 'F' and p.account = '1100' where s.event = 'WRITE_OFF'
    union all select e.key::uuid, -e.value::numeric from standing s, jsonb_each_text(s.memo -> 'ended') e where s.event <> 'WRITE_OFF'
    -- What a buyer paid before a recovery told it.
    union all select coalesce(s.payer_buyer_id, (select o.buyer_id from finance_order o where o.id = $1)), -p.amount
      from standing s join posting p on p.journal_id = s.id and p.book = 'F' and p.account = '5000'
      where s.event = 'RECOVERY' and not s.memo ? 'ended' and s.payer_role = 'BUYER') moved
  where moved.buyer is not null group by moved.buyer $$;

-- A loss empties the funder's account of receivables, and the funder goes on owning what the buyer still owes of the invoice (decision 120).
create or replace function funder_owns(invoice uuid) returns boolean language sql stable set app.scope = 'system' as $$
  select exists (select from finance_order_item i join ledger_balance b on b.order_id = i.order_id
    where i.invoice_id = $1 and b.book = 'F' and b.account = '1100' and b.balance <> 0)
  or exists (select from finance_order_item i join finance_order o on o.id = i.order_id join invoice v on v.id = i.invoice_id
    cross join lateral owned_of_loss(o.id) l
    where i.invoice_id = $1 and o.status = 'WRITTEN_OFF' and l.buyer = v.buyer_id and l.owned > 0) $$;
