-- Who has a part in an order, and from when on it is told what happens on it. An order that was sent back may go on with other buyers: it is told
-- to a buyer from then on, and a part of an order of several buyers tells of no other company at all (decision 302).

create table finance_order_party (
  order_id uuid not null references finance_order,
  company_id uuid not null references company,
  side text not null check (side in ('SUPPLIER','BUYER','FUNDER')),
  -- From when on it reads what others did on the order; null where it has a part of it alone.
  since timestamptz,
  -- When the order was first submitted with it; before, the order is a draft for it.
  told_at timestamptz,
  primary key (order_id, company_id, side)
);
create index finance_order_party_company on finance_order_party (company_id);
alter table finance_order_party enable row level security;
alter table finance_order_party force row level security;
create policy seen on finance_order_party using (company_id = (select app_company()) or (select app_all()));
create policy introduced on finance_order_party as restrictive for select
  using ((select app_partner()) is null or company_id in (select introduced()));
create policy introduced_only on finance_order_party as restrictive for insert
  with check ((select app_partner()) is null or company_id in (select introduced()));
grant select, insert, update, delete on finance_order_party to usance_app;

-- When the present transaction began, by the clock of stored instants.
create function app_begun() returns timestamptz language sql stable parallel safe as
  $$ select coalesce(nullif(current_setting('app.clock', true), '')::timestamptz, transaction_timestamp()) $$;

-- Whether a company is told what was done on an order at an instant. What its own people did, it is always told. Of several sides on which it
-- stands, the one counts that is told least.
create function order_tells(p_reader uuid, p_order uuid, p_at timestamptz, p_by uuid) returns boolean language sql stable as $$
  select coalesce(p_by = p_reader, false) or coalesce(
    (select bool_and(coalesce(p.since <= p_at, false)) from finance_order_party p where p.order_id = p_order and p.company_id = p_reader), false) $$;

-- Whether an order was ever submitted with the caller's company in it.
create function order_told(p_order uuid) returns boolean language sql stable as $$
  select exists (select from finance_order_party p where p.order_id = p_order and p.company_id = app_company() and p.told_at is not null) $$;

-- One that was sent back and is being changed is a draft for whoever it was never submitted to.
alter policy seen on finance_order using (
  supplier_id = (select app_company())
  or (buyer_id = (select app_company()) and disclosed and submitted_at is not null and (status <> 'REJECTED' or order_told(id)))
  or (funder_id = (select app_company()) and submitted_at is not null and (status <> 'REJECTED' or order_told(id)))
  or (select app_all()));
-- A line of an approval is told to whoever had a part in it when the line was written: a later round may ask one that an earlier one did not.
alter table workflow_history add column told_to uuid[] not null default '{}';
create function note_told() returns trigger language plpgsql set app.scope = 'system' as $$
begin
  new.told_to := (select array_remove(array[i.maker_company_id, i.supplier_id, i.buyer_id, i.funder_id], null)
    from workflow_instance i where i.id = new.instance_id);
  return new;
end $$;
create trigger note_told before insert on workflow_history for each row execute function note_told();
alter policy seen on workflow_history using ((select app_all())
  or exists (select 1 from workflow_instance i where i.id = instance_id
    and (workflow_history.company_id = (select app_company()) or (select app_company()) = any(told_to))));
alter policy seen on attachment using ((select app_all())
  or (owner_type = 'INVOICE' and exists (select 1 from invoice i where i.id = owner_id))
  or (owner_type = 'PO' and exists (select 1 from purchase_order i where i.id = owner_id))
  or (owner_type = 'FINANCE_ORDER' and exists (select 1 from finance_order i where i.id = owner_id)
    and order_tells((select app_company()), owner_id, created_at, company_id))
  or (owner_type = 'COMPANY' and owner_id = (select app_company())));

create or replace function order_parts() returns table (
  id uuid, order_no text, type text, product_id uuid, supplier_id uuid, buyer_id uuid, funder_id uuid, currency text,
  face_amount numeric, finance_amount numeric, reserve_amount numeric, principal_outstanding numeric, status text,
  requested_funding_date date, funding_date date, maturity date, settled_on date, valid_until date, disclosed boolean,
  recourse boolean, right_confirm_party text, submitted_at timestamptz, version integer, created_at timestamptz, ended_on date
) language sql stable set app.scope = 'system' as $$
  select o.id, o.order_no, o.type, o.product_id, o.supplier_id, p.buyer_id, o.funder_id, o.currency::text,
    f.face, f.applied, f.reserve, f.open,
    case when o.status in ('FUNDED', 'PARTIALLY_REPAID', 'OVERDUE', 'WRITTEN_OFF') and f.open = 0 then 'SETTLED'
      when o.status in ('FUNDED', 'PARTIALLY_REPAID', 'OVERDUE') then
        case when p.status = 'OVERDUE' then 'OVERDUE' when f.open < f.applied then 'PARTIALLY_REPAID' else 'FUNDED' end
      when o.status = 'PASSED' and p.confirmed_at is not null then 'RIGHT_CONFIRMED' else o.status end,
    o.requested_funding_date, o.funding_date, f.maturity, coalesce(p.settled_on, o.settled_on), o.valid_until, o.disclosed,
    o.recourse, o.right_confirm_party, o.submitted_at, o.version, o.created_at, o.settled_on
  from finance_order_part p join finance_order o on o.id = p.order_id
  cross join lateral (
    select sum(i.face)::numeric as face, sum(i.apply_amount)::numeric as applied, sum(i.reserve)::numeric as reserve, max(i.maturity) as maturity,
      sum(case when o.funding_date is null or o.status = 'SETTLED' then 0 else least(i.apply_amount, v.outstanding) end)::numeric as open
    from finance_order_item i join invoice v on v.id = i.invoice_id where i.order_id = o.id and i.buyer_id = p.buyer_id) f
  where p.buyer_id = app_company() and o.disclosed and o.submitted_at is not null and (o.status <> 'REJECTED' or order_told(o.id))
$$;

-- Orders from before. One that was submitted once tells its parties everything. Of one that was sent back and submitted again, a party reads
-- from the round on in which it first acted or was asked, where no other company of its side acted or was asked after that; else from its last
-- round on. The concerned of a round are whom it was submitted to.
create function note_parties_of_orders() returns void language sql set app.scope = 'system' as $$
  insert into finance_order_party (order_id, company_id, side, since, told_at)
  with parties as (
    select o.id as order_id, x.company_id, x.side, o.status, o.submitted_at,
      exists (select from finance_order_part p where p.order_id = o.id) as in_parts
    from finance_order o cross join lateral (
      select o.supplier_id as company_id, 'SUPPLIER' as side
      union all select o.funder_id, 'FUNDER'
      union all select o.buyer_id, 'BUYER' where o.buyer_id is not null and o.disclosed
      union all select p.buyer_id, 'BUYER' from finance_order_part p where p.order_id = o.id and o.disclosed) x
  ), rounds as (
    select i.business_id as order_id, h.update_time as begun from workflow_instance i
    join workflow_history h on h.instance_id = i.id and h.operation = 'SUBMITTED' where i.business_type = 'FINANCE_ORDER'
  ), again as (
    select order_id, min(begun) as first, max(begun) as last from rounds group by order_id having count(*) > 1
  ), acts as (
    select l.object_id::uuid as order_id, l.company_id, l.company_role as role, l.at from audit_log l
    where l.object_type = 'FINANCE_ORDER' and l.object_id in (select order_id::text from again)
    union all select i.business_id, t.company_id, t.candidate_role, t.created_at from workflow_instance i
    join workflow_task t on t.instance_id = i.id where i.business_type = 'FINANCE_ORDER' and i.business_id in (select order_id from again)
  ), submitted as (
    select p.*, a.first, a.last, p.submitted_at is not null and not (p.side <> 'SUPPLIER' and p.status = 'REJECTED' and exists (
        select from workflow_instance i where i.business_type = 'FINANCE_ORDER' and i.business_id = p.order_id and i.concerned_ids <> '{}'
          and not p.company_id = any(i.concerned_ids) and i.created_at = (
            select max(n.created_at) from workflow_instance n where n.business_type = 'FINANCE_ORDER' and n.business_id = p.order_id))) as is_told, (
      -- The first round after the last act of another company of the side.
      select min(r.begun) from rounds r where r.order_id = p.order_id and r.begun > coalesce((
        select max(c.at) from acts c join company k on k.id = c.company_id and not k.is_platform
        where c.order_id = p.order_id and c.company_id <> p.company_id and c.role in (p.side, 'COMPANY')
          and not exists (select from parties s where s.order_id = p.order_id and s.company_id = c.company_id and s.side = 'SUPPLIER')), '-infinity')
    ) as alone
    from parties p left join again a on a.order_id = p.order_id
  )
  select p.order_id, p.company_id, p.side,
    case
      when p.side = 'BUYER' and p.in_parts then null
      when p.side = 'SUPPLIER' or p.submitted_at is null then '-infinity'
      when not p.is_told then app_now()
      when p.first is null or f.since = p.first then '-infinity'
      else coalesce(f.since, app_now()) end,
    case when p.is_told then p.submitted_at end
  from submitted p cross join lateral (
    select coalesce(
      (select max(r.begun) from rounds r where r.order_id = p.order_id and r.begun >= p.alone and r.begun <= (
        select min(c.at) from acts c where c.order_id = p.order_id and c.company_id = p.company_id and c.at >= p.alone)),
      case when p.last >= p.alone then p.last end) as since) f;
$$;
select note_parties_of_orders();
drop function note_parties_of_orders();

-- The lines from before were told to the parties of the approval; of an order, to those that it tells of that time. A buyer that a later round asked for the first time is told from that round
-- on; of an adjustment, where its invoice was shown to it for that.
create function note_earlier_lines() returns void language sql set app.scope = 'system' as $$
  update workflow_history h set told_to = array(
    select distinct c.id from unnest(array[i.maker_company_id, i.supplier_id, i.funder_id, i.buyer_id]) as c (id)
    where c.id is not null and (i.business_type <> 'FINANCE_ORDER' or order_tells(c.id, i.business_id, h.update_time, h.company_id))
      and (c.id is distinct from i.buyer_id or c.id in (i.maker_company_id, i.supplier_id, i.funder_id) or i.round = 1
      or i.business_type not in ('INVOICE_ADJUSTMENT', 'FEE_ADJUSTMENT')
      or i.business_type = 'INVOICE_ADJUSTMENT' and not exists (
        select from audit_log l join invoice_adjustment a on a.id = i.business_id
        where l.object_type = 'INVOICE' and l.object_id = a.invoice_id::text and l.event = 'INVOICE_SHOWN_TO_BUYER')
      or h.update_time >= coalesce((
        select max(s.update_time) from workflow_history s where s.instance_id = i.id and s.operation = 'SUBMITTED' and s.update_time <= (
          select min(t.created_at) from workflow_task t where t.instance_id = i.id and t.company_id = i.buyer_id)), 'infinity')))
  from workflow_instance i where i.id = h.instance_id;
$$;
select note_earlier_lines();
drop function note_earlier_lines();
