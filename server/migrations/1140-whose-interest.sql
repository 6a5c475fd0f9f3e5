-- An approval names the companies and people that it concerns. A person who introduced a company earns a commission on its business,
-- and decided in another role on its admission, its limits and the own commission.
alter table workflow_instance add column concerned_ids uuid[] not null default '{}';
create function name_concerned() returns void language sql set app.scope = 'system' as $$
  update workflow_instance i set concerned_ids = array_remove(array[i.supplier_id, i.buyer_id, i.funder_id, i.maker_company_id,
      case i.business_type when 'KYC' then i.business_id end], null)
    || array(
      select (r.value #>> '{}')::uuid from config_change c,
        lateral jsonb_each(coalesce(c.after -> 'values', '{}') || coalesce(c.after -> 'values' -> 'terms', '{}')) r
      where c.id = i.business_id and r.key in ('supplierId', 'buyerId', 'funderId', 'partnerId')
        and r.value #>> '{}' ~ '^[0-9a-f]{8}-[0-9a-f-]{27}$')
  where i.status in ('IN_APPROVE', 'REJECTED', 'WITHDRAWN')
$$;
select name_concerned();
drop function name_concerned();

-- Whether one of these is the person, or a company that the person introduced.
create function is_concerned(p_user uuid, p_ids uuid[]) returns boolean language sql stable security definer set search_path = public as
  $$ select p_user = any(p_ids) or exists (select from company where id = any(p_ids) and bd_user_id = p_user) $$;
revoke all on function is_concerned(uuid, uuid[]) from public;
grant execute on function is_concerned(uuid, uuid[]) to usance_app;
