-- A fee adjustment in approval that raises a fee ends with a step of its payer, who agrees to the higher price (decision 169). One
-- that asks its funder already keeps its step.
create function ask_payers() returns void language sql set app.scope = 'system' as $$
  update workflow_instance i set
      steps = i.steps || jsonb_build_array(jsonb_build_object(
        'seq', (select max((s->>'seq')::int) + 1 from jsonb_array_elements(i.steps) s), 'node', f.payer || '_CHECK',
        'roles', jsonb_build_array(f.payer), 'mode', 'ANY', 'slaHours', 24, 'needed', true)),
      buyer_id = case when f.payer = 'BUYER' then o.buyer_id end
    from fee_adjustment a join order_fee f on f.id = a.order_fee_id join finance_order o on o.id = f.order_id
    where i.business_type = 'FEE_ADJUSTMENT' and i.status = 'IN_APPROVE' and a.id = i.business_id and a.delta > 0
      and (f.payer = 'SUPPLIER' or f.payer = 'BUYER' and o.buyer_id is not null);
  update workflow_instance i set steps = (
      select jsonb_agg(case when s->'roles' = '["FUNDER"]' then s || '{"needed": true}' else s end order by n)
      from jsonb_array_elements(i.steps) with ordinality as e(s, n))
    from fee_adjustment a join order_fee f on f.id = a.order_fee_id
    where i.business_type = 'FEE_ADJUSTMENT' and i.status = 'IN_APPROVE' and a.id = i.business_id and a.delta > 0 and f.payer = 'FUNDER';
$$;
select ask_payers();
drop function ask_payers();
