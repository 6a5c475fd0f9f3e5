-- A rebate that paid principal of a loan stood in the reserve while the loan stayed in the books. Entries of today put that right;
-- what was written stays.
create function correct_rebates_of_loans() returns integer language plpgsql set app.scope = 'system' as $$
declare
  one record;
  made uuid;
  today date := coalesce((select business_date from business_day where id = 1), current_date);
  corrected integer := 0;
begin
  for one in
    select * from (
      select o.id, o.funder_id, o.supplier_id, b.currency, b.lent - i.principal as apart, b.held
      from finance_order o
      join (select order_id, currency, sum(balance) filter (where account = '1150') as lent,
          -coalesce(sum(balance) filter (where account = '2000'), 0) as held
        from ledger_balance where book = 'F' and account in ('1150', '2000') and order_id is not null group by 1, 2) b
        on b.order_id = o.id
      join (select order_id, sum(principal_outstanding) as principal from finance_order_item group by 1) i on i.order_id = o.id
      where o.type not in ('RECEIVABLE_PURCHASE', 'PAYABLES_FINANCE') and o.status <> 'WRITTEN_OFF') found
    where apart > 0 and held >= apart order by id
  loop
    made := gen_random_uuid();
    insert into journal (id, key, event, order_id, source_type, source_id, value_date, posted_on)
      values (made, 'CORRECTION:LOAN_REBATE:' || one.id || ':0', 'CORRECTION', one.id, 'LOAN_REBATE', one.id, today, today)
      on conflict (key) do nothing;
    continue when not found;
    insert into posting (journal_id, book, owner_id, account, currency, side, amount, order_id, counterparty_id, value_date)
      values (made, 'F', one.funder_id, '2000', one.currency, 'D', one.apart, one.id, one.supplier_id, today),
        (made, 'F', one.funder_id, '1150', one.currency, 'C', one.apart, one.id, one.supplier_id, today);
    corrected := corrected + 1;
  end loop;
  return corrected;
end;
$$;
select correct_rebates_of_loans();
drop function correct_rebates_of_loans();
