-- Outside a matter of trade no act tells for whom a person works: a change of a limit concerns everybody who has a seat at a company
-- that it names, other than the company that decides. A person seated at a buyer decided for the funder on that buyer's limit.
create function is_concerned(p_user uuid, p_ids uuid[], p_company uuid) returns boolean
language sql stable security definer set search_path = public set app.scope = 'system' as $$
  select p_user = any(p_ids)
    or exists (select from company_partner where company_id = any(p_ids) and partner_id = p_user)
    or exists (select from user_company_role
      where user_id = p_user and company_id = any(p_ids) and company_id <> p_company and status = 'ENABLE')
$$;
revoke all on function is_concerned(uuid, uuid[], uuid) from public;
grant execute on function is_concerned(uuid, uuid[], uuid) to usance_app;
