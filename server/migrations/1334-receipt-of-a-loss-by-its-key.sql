-- The receipt of a recovery is found by its key: comparing its id as text read every repayment, for each row of a list of invoices.
create or replace function owned_of_loss(lost_order uuid) returns table (buyer uuid, owned numeric)
language sql stable set app.scope = 'system' as $$
  with standing as (
    select j.id, j.event, j.memo, r.payer_role, r.payer_buyer_id from journal j left join repayment r on r.id = case when j.source_type = 'REPAYMENT' then j.source_id::uuid end
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
