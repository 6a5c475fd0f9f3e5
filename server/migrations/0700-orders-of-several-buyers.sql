-- An order may buy what several buyers owe. It then names no buyer itself, so that the policies that show an order, and all
-- that hangs on it, to its buyer show it to none of them. Each buyer has a part of it and sees that alone.
create table finance_order_part (
  order_id uuid not null references finance_order,
  buyer_id uuid not null references company,
  supplier_id uuid not null references company,
  funder_id uuid not null references company,
  confirmed_at timestamptz,
  confirmed_by uuid,
  -- What became of the part once the money is out: another buyer's delay is not this one's.
  status text check (status in ('FUNDED','PARTIALLY_REPAID','OVERDUE','SETTLED')),
  settled_on date,
  primary key (order_id, buyer_id)
);
create index finance_order_part_buyer on finance_order_part (buyer_id);
alter table finance_order_part enable row level security;
alter table finance_order_part force row level security;
-- A buyer reads its parts through order_parts() alone, which tells it nothing of the others.
create policy seen on finance_order_part using (supplier_id = (select app_company()) or funder_id = (select app_company()) or (select app_all()));
grant delete on finance_order_part to usance_app;

-- Who paid, where the order has several buyers. The buyer of other orders is the order's.
alter table repayment add column payer_buyer_id uuid references company;

-- The parts of orders that the caller's company owes: its own documents and their sums, and nothing of the order as a whole.
-- What is still open on a document is what its buyer has not paid, whoever else has lowered the financing meanwhile.
create function order_parts() returns table (
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
    o.recourse, o.right_confirm_party, o.submitted_at, o.version, o.created_at, coalesce(o.settled_on, w.written_off_on)
  from finance_order_part p join finance_order o on o.id = p.order_id
  left join write_off w on w.order_id = o.id and w.status = 'PASSED'
  cross join lateral (
    select sum(i.face)::numeric as face, sum(i.apply_amount)::numeric as applied, sum(i.reserve)::numeric as reserve, max(i.maturity) as maturity,
      sum(case when o.funding_date is null or o.status = 'SETTLED' then 0 else least(i.apply_amount, v.outstanding) end)::numeric as open
    from finance_order_item i join invoice v on v.id = i.invoice_id where i.order_id = o.id and i.buyer_id = p.buyer_id) f
  where p.buyer_id = app_company() and o.disclosed and o.submitted_at is not null
$$;
