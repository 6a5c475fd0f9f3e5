-- A drawing is due on the day that it names. The days that its product adds to a due date were no part of its quote, and were part of the
-- terms that were agreed with it (decision 264). Those that are not paid out take the terms of their quote. Of those that run, interest in
-- arrears ends on the day that was quoted where none of a later day is booked; a fee or a discount that is booked over the longer time
-- stays as it is booked.
create function run_drawings_as_quoted() returns void language sql set app.scope = 'system' as $$
  update finance_order set agreed_terms = agreed_terms || '{"maturityOffset": 0}'
    where pool_id is not null and funded_terms is null and agreed_terms ->> 'maturityOffset' <> '0';
  with running as (
    select o.id as order_id, i.id::text as item_id, greatest(i.due_date, o.funding_date) as quoted_to
    from finance_order o join finance_order_item i on i.order_id = o.id
    where o.pool_id is not null and o.agreed_terms ->> 'maturityOffset' <> '0' and o.agreed_terms ->> 'accrualShift' = 'CS'
      and o.funded_terms ->> 'method' = 'IN_ARREARS' and o.funded_terms -> 'items' -> i.id::text -> 'fees' = '[]'
      and greatest(i.due_date, o.funding_date) > (select business_date from business_day))
  update finance_order o set agreed_terms = o.agreed_terms || '{"maturityOffset": 0}',
      funded_terms = jsonb_set(o.funded_terms, array['items', r.item_id, 'interestTo'], to_jsonb(r.quoted_to::text))
    from running r where r.order_id = o.id;
$$;
select run_drawings_as_quoted();
drop function run_drawings_as_quoted();
