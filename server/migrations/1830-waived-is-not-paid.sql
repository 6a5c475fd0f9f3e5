-- What was waived of an invoice is no payment: it lowers what is owed as a reduction does, and counts neither for what was paid nor for how
-- soon. Every sum kept before counted it as paid.

create or replace function invoice_sums() returns trigger language plpgsql set app.scope = 'system' as $$
begin
  if tg_op = 'INSERT' then
    insert into receivable_change (supplier_id, buyer_id, currency, buyer_visible, day, invoiced, owed_issued, owed_due, open_due)
    select supplier_id, buyer_id, currency, buyer_visible, day, sum(invoiced), sum(owed_issued), sum(owed_due), sum(open_due) from (
      select supplier_id, buyer_id, currency, buyer_visible, issue_date as day, amount as invoiced, greatest(outstanding, 0) as owed_issued, 0 as owed_due, 0 as open_due from made where is_counted(doc_status)
      union all select supplier_id, buyer_id, currency, buyer_visible, due_date, 0, 0, outstanding, 1 from made where is_counted(doc_status) and outstanding > 0
    ) x group by 1, 2, 3, 4, 5;
    return null;
  end if;
  if not exists (select from gone o full join made n using (id) where (o.supplier_id, o.buyer_id, o.currency, o.buyer_visible, o.issue_date, o.due_date, o.amount, o.outstanding, is_counted(o.doc_status))
      is distinct from (n.supplier_id, n.buyer_id, n.currency, n.buyer_visible, n.issue_date, n.due_date, n.amount, n.outstanding, is_counted(n.doc_status))) then
    return null;
  end if;
  insert into receivable_change (supplier_id, buyer_id, currency, buyer_visible, day, invoiced, owed_issued, owed_due, open_due)
  select supplier_id, buyer_id, currency, buyer_visible, day, sum(invoiced), sum(owed_issued), sum(owed_due), sum(open_due) from (
    select supplier_id, buyer_id, currency, buyer_visible, issue_date as day, amount * sign as invoiced, greatest(outstanding, 0) * sign as owed_issued, 0 as owed_due, 0 as open_due
      from (select *, 1 as sign from made union all select *, -1 from gone) b where is_counted(doc_status)
    union all select supplier_id, buyer_id, currency, buyer_visible, due_date, 0, 0, outstanding * sign, sign
      from (select *, 1 as sign from made union all select *, -1 from gone) b where is_counted(doc_status) and outstanding > 0
  ) x group by 1, 2, 3, 4, 5
  having sum(invoiced) <> 0 or sum(owed_issued) <> 0 or sum(owed_due) <> 0 or sum(open_due) <> 0;
  -- Payments and reductions already there follow an invoice whose parties, days or standing change.
  insert into receivable_change (supplier_id, buyer_id, currency, buyer_visible, day, reduced, paid, paid_on_time, paid_days, paid_late_days)
  select supplier_id, buyer_id, currency, buyer_visible, day, sum(reduced), sum(paid), sum(on_time), sum(days), sum(late_days) from (
    select b.supplier_id, b.buyer_id, b.currency, b.buyer_visible, p.pay_date as day, case when p.waived then p.amount else 0 end * sign as reduced, p.paid * sign as paid,
        case when p.pay_date <= b.due_date then p.paid * sign else 0 end as on_time, p.paid * (p.pay_date - b.issue_date) * sign as days, p.paid * (p.pay_date - b.due_date) * sign as late_days
      from (select *, 1 as sign from made union all select *, -1 from gone) b
        join (select *, case when waived then 0 else amount end as paid from invoice_payment) p on p.invoice_id = b.id where is_counted(b.doc_status)
    union all select b.supplier_id, b.buyer_id, b.currency, b.buyer_visible, a.adjustment_date, case when a.type = 'DEBIT_NOTE' then -a.amount else a.amount end * sign, 0, 0, 0, 0
      from (select *, 1 as sign from made union all select *, -1 from gone) b join invoice_adjustment a on a.invoice_id = b.id where is_counted(b.doc_status) and a.status = 'PASSED'
  ) x group by 1, 2, 3, 4, 5
  having sum(reduced) <> 0 or sum(paid) <> 0 or sum(on_time) <> 0 or sum(days) <> 0 or sum(late_days) <> 0;
  return null;
end $$;

create or replace function payment_sums() returns trigger language plpgsql set app.scope = 'system' as $$
begin
  -- The invoice stays as it is until this transaction ends, so that its sums and its payments move together.
  perform from invoice where id in (select invoice_id from made) for no key update;
  insert into receivable_change (supplier_id, buyer_id, currency, buyer_visible, day, reduced, paid, paid_on_time, paid_days, paid_late_days)
  select i.supplier_id, i.buyer_id, i.currency, i.buyer_visible, p.pay_date, coalesce(sum(p.amount) filter (where p.waived), 0), sum(p.paid),
    coalesce(sum(p.paid) filter (where p.pay_date <= i.due_date), 0), sum(p.paid * (p.pay_date - i.issue_date)), sum(p.paid * (p.pay_date - i.due_date))
  from (select *, case when waived then 0 else amount end as paid from made) p join invoice i on i.id = p.invoice_id
  where is_counted(i.doc_status) group by 1, 2, 3, 4, 5;
  return null;
end $$;

-- The same facts from the base rows alone: what the check compares with.
create or replace view receivable_fact with (security_invoker = true) as
  select supplier_id, buyer_id, currency::text, buyer_visible, issue_date as day, amount::numeric as invoiced, greatest(outstanding, 0)::numeric as owed_issued, 0::numeric as owed_due, 0 as open_due, 0::numeric as reduced, 0::numeric as paid, 0::numeric as paid_on_time, 0::numeric as paid_days, 0::numeric as paid_late_days
    from invoice where is_counted(doc_status)
  union all select supplier_id, buyer_id, currency::text, buyer_visible, due_date, 0, 0, outstanding, 1, 0, 0, 0, 0, 0 from invoice where is_counted(doc_status) and outstanding > 0
  union all select i.supplier_id, i.buyer_id, i.currency::text, i.buyer_visible, a.adjustment_date, 0, 0, 0, 0, case when a.type = 'DEBIT_NOTE' then -a.amount else a.amount end, 0, 0, 0, 0
    from invoice_adjustment a join invoice i on i.id = a.invoice_id where is_counted(i.doc_status) and a.status = 'PASSED'
  union all select i.supplier_id, i.buyer_id, i.currency::text, i.buyer_visible, p.pay_date, 0, 0, 0, 0, case when p.waived then p.amount else 0 end, p.paid,
      case when p.pay_date <= i.due_date then p.paid else 0 end, p.paid * (p.pay_date - i.issue_date), p.paid * (p.pay_date - i.due_date)
    from (select *, case when waived then 0 else amount end as paid from invoice_payment) p join invoice i on i.id = p.invoice_id where is_counted(i.doc_status);

-- The sums of before: what was waived moves from what was paid to the reductions of its day.
create function tell_waivers_apart() returns void language sql set app.scope = 'system' as $$
  insert into receivable_change (supplier_id, buyer_id, currency, buyer_visible, day, reduced, paid, paid_on_time, paid_days, paid_late_days)
  select i.supplier_id, i.buyer_id, i.currency, i.buyer_visible, p.pay_date, sum(p.amount), -sum(p.amount),
    coalesce(-sum(p.amount) filter (where p.pay_date <= i.due_date), 0), -sum(p.amount * (p.pay_date - i.issue_date)), -sum(p.amount * (p.pay_date - i.due_date))
  from invoice_payment p join invoice i on i.id = p.invoice_id where p.waived and is_counted(i.doc_status) group by 1, 2, 3, 4, 5;
$$;
select tell_waivers_apart();
drop function tell_waivers_apart();
