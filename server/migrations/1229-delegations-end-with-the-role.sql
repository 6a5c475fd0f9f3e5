-- A delegation ends with a role of either side too: it slept while its checker was a viewer, and woke when the role came back.
create function refuse_delegations_without_role() returns trigger language plpgsql set app.scope = 'system' as $$
begin
  if exists (select from delegation d where d.ended_at is null and d.company_id = new.company_id
      and new.user_id in (d.from_user_id, d.to_user_id)) then
    raise exception 'a delegation ends with the seat of either side' using errcode = 'P0001';
  end if;
  return null;
end $$;
create constraint trigger delegations_end_with_role after update of user_roles on user_company_role deferrable initially deferred
  for each row when (not (new.user_roles @> old.user_roles)) execute function refuse_delegations_without_role();
