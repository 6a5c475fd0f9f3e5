-- A message to a company is for the seats of the side on which the company stands in its record (decision 308). Without a side it is for each
-- seat. The side is kept as it was when the company was told.
alter table notification add column sides text[];
create function sides_in(p_company uuid, p_type text, p_id text) returns text[] language sql stable set app.scope = 'system' as $$
  with about as (select case when p_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_id::uuid end as id),
  named as (
    select o.supplier_id, o.buyer_id, o.funder_id from finance_order o, about a where p_type = 'FINANCE_ORDER' and o.id = a.id
    union all select null, p.buyer_id, null from finance_order_part p, about a where p_type = 'FINANCE_ORDER' and p.order_id = a.id
    union all select v.supplier_id, v.buyer_id, v.funder_id from invoice v, about a where p_type = 'INVOICE' and v.id = a.id
    union all select p.supplier_id, p.buyer_id, null from purchase_order p, about a where p_type = 'PURCHASE_ORDER' and p.id = a.id
    union all select p.supplier_id, p.buyer_id, p.funder_id from payment p, about a where p_type = 'PAYMENT' and p.id = a.id
    union all select r.supplier_id, r.buyer_id, r.funder_id from repayment r, about a where p_type = 'REPAYMENT' and r.id = a.id
    union all select null, null, c.funder_id from collection c, about a where p_type = 'COLLECTION' and c.id = a.id
    union all select c.supplier_id, c.buyer_id, c.funder_id from contract c, about a where p_type = 'CONTRACT' and c.id = a.id
    union all select p.supplier_id, null, p.funder_id from pool p, about a where p_type = 'POOL' and p.id = a.id
    union all select p.supplier_id, null, null from pricing_offer p, about a where p_type = 'PRICING' and p.id = a.id
    union all select i.supplier_id, i.buyer_id, i.funder_id from workflow_instance i, about a where i.business_type = p_type and i.business_id = a.id)
  select array_agg(distinct s.side order by s.side) from named n,
    lateral (values ('SUPPLIER', n.supplier_id), ('BUYER', n.buyer_id), ('FUNDER', n.funder_id)) s (side, company)
  where s.company = p_company $$;

create function notification_sides() returns trigger language plpgsql as $$
begin
  new.sides := sides_in(new.company_id, new.object_type, new.object_id);
  return new;
end $$;
create trigger notification_sides before insert on notification for each row
  when (new.company_id is not null and new.user_id is null and new.object_id is not null) execute function notification_sides();

-- Earlier messages matter where a company has several sides already.
create function fill_sides() returns void language sql set app.scope = 'system' as $$
  update notification n set sides = sides_in(n.company_id, n.object_type, n.object_id)
  where n.company_id in (select company_id from company_role where role in ('SUPPLIER', 'BUYER', 'FUNDER') group by company_id having count(*) > 1)
    and n.user_id is null and n.object_id is not null $$;
select fill_sides();
drop function fill_sides();
