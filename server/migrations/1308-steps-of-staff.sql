-- Where a side answered alone, the steps that a flow asks staff alone became steps of that side. Those that have not been passed ask staff again.
create function ask_staff_again() returns void language sql set app.scope = 'system' as $$
  with own as (
    select i.id, i.current_seq, (s.step ->> 'seq')::int as seq, d.step -> 'roles' as roles
    from workflow_instance i
    join workflow_definition f on f.id = i.definition_id
    cross join lateral jsonb_array_elements(i.steps) as s (step)
    cross join lateral jsonb_array_elements(f.steps) as d (step)
    where i.status = 'IN_APPROVE' and i.business_type in ('INVOICE_ADJUSTMENT', 'DIRECT_PAYMENT')
      and d.step ->> 'seq' = s.step ->> 'seq' and (s.step ->> 'seq')::int >= i.current_seq
      and not d.step -> 'roles' ?| array['SUPPLIER', 'BUYER'] and s.step -> 'roles' <> d.step -> 'roles'),
  restored as (
    update workflow_instance i set steps = (
      select jsonb_agg(case when own.roles is null then s.step else jsonb_set(s.step, '{roles}', own.roles) end order by s.place)
      from jsonb_array_elements(i.steps) with ordinality as s (step, place)
      left join own on own.id = i.id and own.seq = (s.step ->> 'seq')::int)
    where i.id in (select id from own)),
  cancelled as (
    update workflow_task t set status = 'CANCELLED'
    from own where t.instance_id = own.id and own.seq = own.current_seq and t.status = 'OPEN'
    returning t.instance_id, t.seq, t.node_name, t.due_at, own.roles)
  -- Each role of a step is asked by a task of its own.
  insert into workflow_task (id, instance_id, seq, node_name, candidate_role, company_id, due_at)
  select gen_random_uuid(), c.instance_id, c.seq, c.node_name, r.role, (select id from company where is_platform), min(c.due_at)
  from cancelled c cross join lateral jsonb_array_elements_text(c.roles) as r (role)
  group by c.instance_id, c.seq, c.node_name, r.role
$$;
select ask_staff_again();
drop function ask_staff_again();
