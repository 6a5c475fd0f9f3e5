-- A buyer reads what it has paid itself. What its supplier pays, and how the funder splits a receipt, is no business of it.
alter policy seen on repayment using (
  supplier_id = (select app_company()) or funder_id = (select app_company()) or (select app_all())
  or (buyer_id = (select app_company())
    and (payer_role = 'BUYER' or exists (select 1 from invoice_payment p where p.repayment_id = repayment.id))));
alter policy seen on allocation using ((select app_all())
  or exists (select 1 from finance_order o
    where o.id = order_id and (o.supplier_id = (select app_company()) or o.funder_id = (select app_company())))
  or (component = 'BUYER_FEE' and exists (select 1 from repayment r where r.id = repayment_id)));
alter policy seen on discount_release using ((select app_all())
  or exists (select 1 from finance_order o
    where o.id = order_id and (o.supplier_id = (select app_company()) or o.funder_id = (select app_company()))));

-- A loss of the funder ends nothing of what a buyer owes: its part ends when the order is settled.
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
  where p.buyer_id = app_company() and o.disclosed and o.submitted_at is not null
$$;

-- A lost invoice that has been paid since is paid, and settled with its order.
create function paid_after_all() returns void language sql set app.scope = 'system' as $$
  update invoice set pay_status = 'PAID', finance_status = case finance_status when 'OVERDUE' then 'SETTLED' else finance_status end
  where pay_status = 'WRITTEN_OFF' and outstanding = 0 and paid_amount > 0;
$$;
select paid_after_all();
drop function paid_after_all();
