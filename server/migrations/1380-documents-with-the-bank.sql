-- Documents of an order that the bank may have financed already: an order that ended took them before, and the bank has its funding
-- (decision 255). A purchase order and an invoice that was made of it are one receivable.
create index payment_file_item_with_bank on payment_file_item (payment_id) where not live and status in ('PENDING', 'ACCEPTED');

-- What an order is financed on: its documents, and the receivables in its pool at a moment.
create function documents_of(p_order uuid, p_at timestamptz) returns table (invoice_id uuid, purchase_order_id uuid, doc_no text)
language sql stable set app.scope = 'system' as $$
  select i.invoice_id, coalesce(i.purchase_order_id, v.purchase_order_id), i.doc_no
  from finance_order_item i left join invoice v on v.id = i.invoice_id
  where i.order_id = p_order and coalesce(i.invoice_id, i.purchase_order_id) is not null
  union all
  select v.id, v.purchase_order_id, v.invoice_no
  from finance_order o join pool_asset a on a.pool_id = o.pool_id join invoice v on v.id = a.invoice_id
  where o.id = p_order and a.assigned_at <= p_at and (a.released_at is null or a.released_at > p_at)
$$;

-- `pool_id` is the pool of a drawing that the bank has: its receivables are taken only while the pool does not cover it without them.
create function financed_with_bank(p_order uuid)
returns table (file_no text, order_id uuid, order_no text, pool_id uuid, doc_no text, currency text)
language sql stable set app.scope = 'system' as $$
  with held as materialized (
    select o.id, o.order_no, o.pool_id, f.no as file_no, f.taken_at, p.currency::text as currency
    from payment_file_item i
    join payment p on p.id = i.payment_id and p.type = 'FUNDING' and p.status <> 'PAID'
    join finance_order o on o.id = p.order_id
    join payment_file f on f.id = i.file_id
    where not i.live and i.status in ('PENDING', 'ACCEPTED') and o.id <> p_order
      -- What is drawn on one pool is measured there (decision 236).
      and not exists (select from finance_order own where own.id = p_order and own.pool_id = o.pool_id)),
  own as materialized (select d.* from documents_of(p_order, app_now()) d where exists (select from held))
  select h.file_no, h.id, h.order_no, h.pool_id, min(own.doc_no), h.currency
  from held h cross join lateral documents_of(h.id, h.taken_at) d
  join own on own.invoice_id = d.invoice_id
    or (own.purchase_order_id = d.purchase_order_id and (own.invoice_id is null or d.invoice_id is null))
  group by h.file_no, h.id, h.order_no, h.pool_id, h.currency
$$;

-- The last guard: no file for a bank takes up a funding of documents that the bank may have financed for another order.
create function no_second_financing() returns trigger language plpgsql set app.scope = 'system' as $$
begin
  if exists (select from payment p cross join lateral financed_with_bank(p.order_id) w
      where p.id = new.payment_id and p.type = 'FUNDING' and p.order_id is not null and w.pool_id is null) then
    raise exception 'A document of this payment is with the bank for another order' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger no_second_financing before insert on payment_file_item for each row execute function no_second_financing();

-- The orders under way on the documents of one that ended, drawings on the pool of such an invoice among them.
create function financings_beside(p_order uuid) returns table (order_id uuid)
language sql stable set app.scope = 'system' as $$
  with d as materialized (
    select d.* from documents_of(p_order, coalesce((select max(f.taken_at) from payment p
      join payment_file_item i on i.payment_id = p.id and not i.live and i.status in ('PENDING', 'ACCEPTED')
      join payment_file f on f.id = i.file_id where p.order_id = p_order and p.type = 'FUNDING'), app_now())) d)
  select x.order_id from finance_order_item x left join invoice v on v.id = x.invoice_id
  join d on d.invoice_id = x.invoice_id
    or (d.purchase_order_id = coalesce(x.purchase_order_id, v.purchase_order_id) and (d.invoice_id is null or x.invoice_id is null))
  where x.active and x.order_id <> p_order
  union
  select o.id from d join pool_asset a on a.invoice_id = d.invoice_id and a.released_at is null
  join finance_order o on o.pool_id = a.pool_id and o.id <> p_order
  where o.status in ('SUBMITTED', 'IN_APPROVE', 'PASSED', 'RIGHT_CONFIRMED', 'FUNDING', 'FUNDED', 'PARTIALLY_REPAID', 'OVERDUE')
$$;
