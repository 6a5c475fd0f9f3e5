-- What a supplier owes of a loss by its credit notes, with or without recourse: what is left of the former claims, and the principal that is
-- left beyond what its buyers still owe. The rest of a debt with recourse is of no credit note.
create function claim_after_loss(lost_order uuid) returns numeric
language sql stable set app.scope = 'system' as $$
  with taken as (
    select p.account, sum(case p.side when 'C' then p.amount else -p.amount end) as amount
    from journal j join posting p on p.journal_id = j.id
    where j.order_id = $1 and j.event in ('WRITE_OFF', 'FEES_LOST') and p.book = 'F' group by 1),
  lost as (
    select (select greatest(coalesce(sum(b.balance), 0), 0) from ledger_balance b where b.order_id = $1 and b.book = 'F' and b.account = '5000') as left_of,
      greatest(coalesce((select sum(amount) from taken where account in ('1100', '1150', '2000')), 0), 0) as principal,
      coalesce((select sum(amount) from taken where account = '1300'), 0) as claim)
  select least(greatest(l.left_of - l.principal, 0), l.claim)
    + greatest(least(l.left_of, l.principal) - (select coalesce(sum(greatest(b.owned, 0)), 0) from owned_of_loss($1) b), 0)
  from lost l $$;
