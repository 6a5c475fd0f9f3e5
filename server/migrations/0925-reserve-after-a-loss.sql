-- Reserve that was held when an order was written off bore the loss: a line of the write-off takes it off what is free of each
-- invoice, so that only what buyers fill since is the supplier's.
alter table discount_release add column write_off_id uuid references write_off;
alter table discount_release drop constraint discount_release_cause,
  add constraint discount_release_cause check (num_nonnulls(repayment_id, payment_id, write_off_id) = 1);

create function reserve_bore_losses() returns void language sql set app.scope = 'system' as $$
  with held as (
    select w.id as write_off_id, w.written_off_on, i.order_id, i.id as item_id,
      coalesce((select sum(a.amount) from allocation a where a.order_id = i.order_id and a.item_id = i.id and a.component = 'RESERVE' and not a.reversed), 0)
        + coalesce((select sum(d.rebate - d.rebate_to_principal) from discount_release d where d.item_id = i.id and not d.reversed), 0)
        - coalesce((select sum(l.amount) from reserve_release l join payment p on p.id = l.payment_id
            where l.item_id = i.id and p.status <> 'CANCELLED'), 0) as amount
    from write_off w join finance_order_item i on i.order_id = w.order_id where w.status = 'PASSED')
  insert into discount_release (id, write_off_id, order_id, item_id, value_date, client, fund, rebate, rebate_to_principal)
  select gen_random_uuid(), write_off_id, order_id, item_id, written_off_on, 0, 0, 0, amount from held where amount > 0;
$$;
select reserve_bore_losses();
drop function reserve_bore_losses();

-- What buyers paid on a loss stood with no invoice. It stands with those that it paid; what paid none stays as it is.
create function spread_recoveries() returns void language plpgsql set app.scope = 'system' as $$
begin
  create temporary table recovery_part on commit drop as
    select a.id, a.repayment_id, a.order_id, a.created_at, p.item_id,
      least(p.upto, a.amount) - least(p.upto - p.amount, a.amount) as amount
    from allocation a
    join repayment r on r.id = a.repayment_id and r.payer_role = 'BUYER'
    join finance_order o on o.id = a.order_id and o.type in ('RECEIVABLE_PURCHASE', 'PAYABLES_FINANCE')
    cross join lateral (
      select i.id as item_id, v.amount, sum(v.amount) over (order by i.seq, i.id) as upto
      from finance_order_item i
      join lateral (select sum(x.amount) as amount from invoice_payment x
        where x.invoice_id = i.invoice_id and x.repayment_id = r.id) v on v.amount > 0
      where i.order_id = a.order_id) p
    where a.component = 'COST' and a.item_id is null and a.source = 'RECEIPT' and not a.reversed;
  insert into allocation (id, repayment_id, order_id, item_id, component, amount, created_at)
    select gen_random_uuid(), repayment_id, order_id, item_id, 'COST', amount, created_at from recovery_part where amount > 0;
  delete from allocation a using (select id, sum(amount) as amount from recovery_part group by id) p
    where p.id = a.id and p.amount = a.amount;
  update allocation a set amount = a.amount - p.amount from (select id, sum(amount) as amount from recovery_part group by id) p
    where p.id = a.id and p.amount > 0;
end $$;
select spread_recoveries();
drop function spread_recoveries();
