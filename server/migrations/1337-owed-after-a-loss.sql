-- Reserve that the supplier owed back when the loss of its order was taken (decisions 168 and 203). It is among the fees that were lost,
-- which nothing else tells apart.
alter table write_off add column owed_back amt not null default 0;

create function name_reserve_owed_back() returns void language sql set app.scope = 'system' as $$
  update write_off w set owed_back = least(c.amount - c.paid_amount, (
      select greatest(coalesce(sum(case p.side when 'D' then p.amount else -p.amount end), 0), 0) from journal j join posting p on p.journal_id = j.id
      where j.order_id = w.order_id and j.event = 'RESERVE_SHORT' and p.book = 'F' and p.account = '1220'))
    from recourse_claim c
    where w.status = 'PASSED' and c.order_id = w.order_id and c.reason = 'RESERVE_SHORT' and c.status = 'CANCELLED' and c.amount > c.paid_amount;
$$;
select name_reserve_owed_back();
drop function name_reserve_owed_back();

-- What a supplier still owes of the loss of its order: of a loan and of a purchase with recourse all of it. Of a purchase without recourse,
-- the former claims, the principal that no buyer owes any more, and reserve that it owed back, which what pays the fees pays first. What
-- comes in pays penalty, fees, interest, claims and principal in this order, and the reserve that was held bore the principal first.
create function owed_after_loss(lost_order uuid) returns table (principal numeric, costs numeric)
language sql stable set app.scope = 'system' as $$
  with taken as (
    select p.account, sum(case p.side when 'C' then p.amount else -p.amount end) as amount
    from journal j join posting p on p.journal_id = j.id
    where j.order_id = $1 and j.event in ('WRITE_OFF', 'FEES_LOST') and p.book = 'F' group by 1),
  lost as (
    select o.recourse or o.type in ('PO_FINANCE', 'POOL_FACTORING') as is_debt,
      (select greatest(coalesce(sum(b.balance), 0), 0) from ledger_balance b where b.order_id = o.id and b.book = 'F' and b.account = '5000') as left_of,
      greatest(coalesce((select sum(amount) from taken where account in ('1100', '1150', '2000')), 0), 0) as principal,
      coalesce((select sum(amount) from taken where account = '1300'), 0) as claim,
      coalesce((select sum(amount) from taken where account = '1200'), 0) as interest,
      coalesce((select sum(amount) from taken where account = '1220'), 0) as fees,
      coalesce((select w.owed_back from write_off w where w.order_id = o.id and w.status = 'PASSED'), 0) as owed_back
    from finance_order o where o.id = $1 and o.status = 'WRITTEN_OFF'),
  standing as (
    select l.*, least(l.left_of, l.principal) as principal_left,
      least(greatest(l.left_of - l.principal, 0), l.claim) as claim_left,
      least(greatest(l.left_of - l.principal - l.claim - l.interest, 0), l.fees) as fees_left
    from lost l)
  select s.claim_left + case when s.is_debt then s.principal_left
      else greatest(s.principal_left - (select coalesce(sum(greatest(b.owned, 0)), 0) from owned_of_loss($1) b), 0) end,
    case when s.is_debt then s.left_of - s.principal_left - s.claim_left else greatest(s.owed_back - (s.fees - s.fees_left), 0) end
  from standing s $$;
