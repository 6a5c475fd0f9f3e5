-- A fee adjustment in approval that raises a fee asks its payer, who agrees to the higher price (decision 169): by a step at its end,
-- or by the step of the funder that is still to come.
create function ask_payers() returns void language sql set app.scope = 'system' as $$
  with raised as (
    select i.id, f.payer, o.buyer_id, exists (select from jsonb_array_elements(i.steps) s
        where s->'roles' = '["FUNDER"]' and (s->>'seq')::int >= i.current_seq and f.payer = 'FUNDER') as comes
    from workflow_instance i join fee_adjustment a on a.id = i.business_id join order_fee f on f.id = a.order_fee_id
      join finance_order o on o.id = f.order_id
    where i.business_type = 'FEE_ADJUSTMENT' and i.status = 'IN_APPROVE' and a.delta > 0
      and (f.payer in ('SUPPLIER', 'FUNDER') or f.payer = 'BUYER' and o.buyer_id is not null))
  update workflow_instance i set
      steps = case when r.comes then (
          select jsonb_agg(case when s->'roles' = '["FUNDER"]' and (s->>'seq')::int >= i.current_seq then s || '{"needed": true}' else s end
            order by n) from jsonb_array_elements(i.steps) with ordinality as e(s, n))
        else i.steps || jsonb_build_array(jsonb_build_object(
          'seq', (select max((s->>'seq')::int) + 1 from jsonb_array_elements(i.steps) s),
          'node', r.payer || case r.payer when 'FUNDER' then '_SECOND_CHECK' else '_CHECK' end,
          'roles', jsonb_build_array(r.payer), 'mode', 'ANY', 'slaHours', 24, 'needed', true)) end,
      buyer_id = case when r.payer = 'BUYER' then r.buyer_id else i.buyer_id end
    from raised r where r.id = i.id;
$$;
select ask_payers();
drop function ask_payers();
