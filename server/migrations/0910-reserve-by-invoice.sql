-- The reserve of an invoice is the supplier's once the financing of that invoice is paid, whatever else its order still owes.

-- Whose money an allocation is: the item whose invoice was paid, where that is another than the one it pays.
alter table allocation add column paid_on_item_id uuid references finance_order_item;

-- Which invoices a release pays out, and how much of each; the lines of a payment add up to it.
create table reserve_release (
  payment_id uuid not null references payment,
  item_id uuid not null references finance_order_item,
  amount amt not null check (amount > 0),
  primary key (payment_id, item_id)
);
create index reserve_release_item on reserve_release (item_id);
alter table reserve_release enable row level security; alter table reserve_release force row level security;
create policy seen on reserve_release using (app_all() or exists (select 1 from payment p where p.id = payment_id));
grant select, insert on reserve_release to usance_app;

-- What a receipt of before took of rebates to pay principal stood with its first line; each line now bears no more than it gave,
-- as far as the other lines of the receipt have it. Nothing changes in sum.
create function spread_rebates() returns void language sql set app.scope = 'system' as $$
  with lines as (
    select id, repayment_id, greatest(0, rebate_to_principal - rebate) as beyond, greatest(0, rebate - rebate_to_principal) as room
    from discount_release where repayment_id is not null),
  summed as (
    select id, beyond, room,
      sum(beyond) over (partition by repayment_id order by id) - beyond as beyond_before,
      sum(room) over (partition by repayment_id order by id) - room as room_before,
      least(sum(beyond) over (partition by repayment_id), sum(room) over (partition by repayment_id)) as moved
    from lines)
  update discount_release d set rebate_to_principal = d.rebate_to_principal
      - least(s.beyond, greatest(0, s.moved - s.beyond_before)) + least(s.room, greatest(0, s.moved - s.room_before))
    from summed s where s.id = d.id and s.moved > 0;
$$;
select spread_rebates();
drop function spread_rebates();

-- Releases of before: what had become free of each item, in the order of the items, meets the payments in the order they were made.
create function split_releases() returns void language sql set app.scope = 'system' as $$
  with fed as (
    select i.id as item_id, i.order_id,
      greatest(0, coalesce((select sum(a.amount) from allocation a where a.item_id = i.id and a.component = 'RESERVE' and not a.reversed), 0)
        + coalesce((select sum(d.rebate - d.rebate_to_principal) from discount_release d where d.item_id = i.id and not d.reversed), 0)) as amount,
      i.seq
    from finance_order_item i
    where i.order_id in (select order_id from payment where type = 'RELEASE')),
  items as (
    select item_id, order_id, amount, sum(amount) over (partition by order_id order by seq, item_id) as upto,
      row_number() over (partition by order_id order by seq desc, item_id desc) as from_last
    from fed),
  releases as (
    select id, order_id, amount, sum(amount) over (partition by order_id order by created_at, id) as upto
    from payment where type = 'RELEASE' and status <> 'CANCELLED'),
  met as (
    select r.id as payment_id, i.item_id,
      -- What goes beyond all that was fed stands with the last item, so that the lines always add up.
      least(r.upto, case when i.from_last = 1 then greatest(i.upto, r.upto) else i.upto end)
        - greatest(r.upto - r.amount, i.upto - i.amount) as amount
    from releases r join items i on i.order_id = r.order_id)
  insert into reserve_release (payment_id, item_id, amount) select payment_id, item_id, amount from met where amount > 0;
$$;
select split_releases();
drop function split_releases();
