-- What passed debit notes have added to an invoice. The buyer accepted it, so it is confirmed (decision 209): a credit note takes off what is
-- not confirmed by its own amount, and not by what is left of it beside a debit note.
alter table invoice add column debited_amount amt not null default 0 check (debited_amount >= 0);
comment on column invoice.debited_amount is 'The sum of the passed debit notes, which adjusted_amount is already less: both together are the passed reductions.';

drop function unconfirmed_reduced(numeric, numeric, numeric);
create function unconfirmed_reduced(amount numeric, confirmed numeric, reduced numeric) returns numeric language sql immutable parallel safe as $$
  select least(greatest(reduced, 0), coalesce(greatest(amount - confirmed, 0), 0)) $$;

create function financeable_amount(doc_status text, finance_status text, outstanding numeric, confirmed numeric, adjusted numeric, debited numeric, paid numeric)
returns numeric language sql immutable parallel safe as $$
  select case when doc_status = 'CONFIRMED' and finance_status = 'UNFINANCED' and outstanding > 0 then greatest(0, least(outstanding,
    coalesce(confirmed + unconfirmed_reduced(outstanding + adjusted + paid, confirmed, adjusted + debited) - adjusted - paid, outstanding))) else 0 end
$$;

-- What may be advanced on one invoice at a rate, rounded down by itself.
create or replace function invoice_advances() returns trigger language plpgsql set app.scope = 'system' as $$
begin
  if tg_op = 'INSERT' then
    insert into receivable_advance_change (supplier_id, currency, rate, day, buyer_id, advance)
    select b.supplier_id, b.currency, r.rate, b.due_date, b.buyer_id,
      sum(trunc(financeable_amount(b.doc_status, b.finance_status, b.outstanding, b.confirmed_amount, b.adjusted_amount, b.debited_amount, b.paid_amount) * r.rate / 100, r.scale))
    from made b join receivable_advance_rate r on r.supplier_id = b.supplier_id and r.currency = b.currency
    where b.doc_status = 'CONFIRMED' group by 1, 2, 3, 4, 5;
  else
    insert into receivable_advance_change (supplier_id, currency, rate, day, buyer_id, advance)
    select * from (
      select b.supplier_id, b.currency, r.rate, b.due_date, b.buyer_id,
        sum(sign * trunc(financeable_amount(b.doc_status, b.finance_status, b.outstanding, b.confirmed_amount, b.adjusted_amount, b.debited_amount, b.paid_amount) * r.rate / 100, r.scale)) as advance
      from (select *, 1 as sign from made union all select *, -1 from gone) b join receivable_advance_rate r on r.supplier_id = b.supplier_id and r.currency = b.currency
      where b.doc_status = 'CONFIRMED' group by 1, 2, 3, 4, 5) x
    where advance <> 0;
  end if;
  return null;
end $$;
drop function financeable_amount(text, text, numeric, numeric, numeric, numeric);

-- Added up from the index alone, as before.
drop index invoice_financeable;
create index invoice_financeable on invoice (supplier_id, currency, due_date)
  include (buyer_id, issue_date, outstanding, confirmed_amount, adjusted_amount, debited_amount, paid_amount, buyer_visible, funder_id)
  where doc_status = 'CONFIRMED' and finance_status = 'UNFINANCED';

-- The kept sums follow by the trigger, as by any change of an invoice.
select set_config('app.scope', 'system', true);
update invoice i set debited_amount = n.amount
  from (select invoice_id, sum(amount) as amount from invoice_adjustment where type = 'DEBIT_NOTE' and status = 'PASSED' group by 1) n
  where i.id = n.invoice_id;
select set_config('app.scope', '', true);
