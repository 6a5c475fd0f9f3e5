-- A relationship in approval that becomes disclosed ends with a step of its supplier, who was promised that its buyer is told nothing
-- (decision 186).
create function ask_suppliers() returns void language sql set app.scope = 'system' as $$
  update workflow_instance i set
      steps = i.steps || jsonb_build_array(jsonb_build_object(
        'seq', (select max((s->>'seq')::int) + 1 from jsonb_array_elements(i.steps) s), 'node', 'SUPPLIER_CHECK',
        'roles', jsonb_build_array('SUPPLIER'), 'mode', 'ANY', 'slaHours', 24, 'needed', true)),
      supplier_id = (c.after->'values'->>'supplierId')::uuid
    from config_change c
    where c.id = i.business_id and c.kind = 'RELATIONSHIP' and i.business_type = 'LIMIT' and i.status = 'IN_APPROVE'
      and (c.before->>'disclosed')::boolean is false and (c.after->'values'->>'disclosed')::boolean;
$$;
select ask_suppliers();
drop function ask_suppliers();
