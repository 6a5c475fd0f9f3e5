-- What was let go is told as waived wherever it reads like a payment.
alter table recourse_claim drop constraint recourse_claim_status_check;
alter table recourse_claim add constraint recourse_claim_status_check check (status in ('OPEN','PAID','WAIVED','CANCELLED'));
alter table recourse_claim add column waived_amount amt not null default 0;
alter table invoice_payment add column waived boolean not null default false;

create function tell_waivers() returns void language sql set app.scope = 'system' as $$
  update invoice_payment p set waived = true from repayment r where r.id = p.repayment_id and r.payer_role = 'WAIVER';
  with waived as (
    select j.order_id, sum(p.amount) as amount from journal j join posting p on p.journal_id = j.id
    where j.event = 'WAIVER' and p.book = 'F' and p.account = '1300' and p.side = 'C' and j.reversal_of is null
      and not exists (select from journal m where m.reversal_of = j.id) group by 1),
  last as (
    select distinct on (c.order_id) c.id, w.amount from recourse_claim c join waived w on w.order_id = c.order_id
    where c.status = 'PAID' and c.amount >= w.amount order by c.order_id, c.due_date desc, c.id desc)
  update recourse_claim c set status = 'WAIVED', waived_amount = l.amount from last l where l.id = c.id;
$$;
select tell_waivers();
drop function tell_waivers();

-- Books of buyers as they stood before decision 081, put right by entries of today; what was written stays.
-- A part of a receivable that the supplier paid for its buyer stayed assigned: the buyer owes it to the supplier.
-- A surplus that a buyer had paid was spent on what the supplier owed: the supplier owes it to the buyer, below zero here.
create function correct_buyer_books() returns integer language plpgsql set app.scope = 'system' as $$
declare
  one record;
  made uuid;
  today date := coalesce((select business_date from business_day where id = 1), current_date);
  corrected integer := 0;
begin
  for one in
    select * from (
      select o.id, o.supplier_id, o.funder_id, o.recourse, b.buyer, b.currency,
        case when b.owed > 0 and o.status <> 'WRITTEN_OFF' then greatest(0, b.owed - greatest(0, coalesce(f.owned, 0)))
          else least(0, b.owed + coalesce(r.due, 0)) end as apart
      from finance_order o
      join (select order_id, owner_id as buyer, currency, -balance as owed from ledger_balance where book = 'B' and account = '2010') b
        on b.order_id = o.id
      left join (select order_id, counterparty_id as buyer, sum(case side when 'D' then amount else -amount end) as owned
        from posting where book = 'F' and account = '1100' group by 1, 2) f on f.order_id = o.id and f.buyer = b.buyer
      left join (select order_id, -sum(balance) as due from ledger_balance where book = 'F' and account = '2200' group by 1) r
        on r.order_id = o.id
      where o.type in ('RECEIVABLE_PURCHASE', 'PAYABLES_FINANCE')) found
    where not (apart = 0) order by id, buyer
  loop
    made := gen_random_uuid();
    insert into journal (id, key, event, order_id, source_type, source_id, value_date, posted_on)
      values (made, 'CORRECTION:BUYER_BOOKS:' || one.id || '@' || one.buyer || ':0', 'CORRECTION', one.id, 'BUYER_BOOKS',
        one.id || '@' || one.buyer, today, today)
      on conflict (key) do nothing;
    continue when not found;
    insert into posting (journal_id, book, owner_id, account, currency, side, amount, order_id, counterparty_id, value_date)
      select made, l.book, l.owner, l.account, one.currency, case when l.debit = (one.apart > 0) then 'D' else 'C' end, abs(one.apart),
        one.id, l.other, today
      from (values
        ('B', one.buyer, '2010', true, one.funder_id), ('B', one.buyer, '2000', false, one.supplier_id),
        ('S', one.supplier_id, '1100', true, one.buyer), ('S', one.supplier_id, '2300', false, one.funder_id))
        l (book, owner, account, debit, other)
      where l.book = 'B' or not one.recourse;
    corrected := corrected + 1;
  end loop;
  return corrected;
end;
$$;
select correct_buyer_books();
drop function correct_buyer_books();
