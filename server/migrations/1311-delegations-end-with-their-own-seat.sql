-- A delegation holds in one seat (1314), and ends with that one: with another seat of the same people it goes on.
create or replace function refuse_delegations_without_seat() returns trigger language plpgsql set app.scope = 'system' as $$
begin
  if exists (select from delegation d where d.ended_at is null and case tg_table_name
      when 'app_user' then (to_jsonb(new) ->> 'id')::uuid in (d.from_user_id, d.to_user_id)
      else d.company_id = (to_jsonb(new) ->> 'company_id')::uuid and d.company_role = to_jsonb(new) ->> 'role'
        and (to_jsonb(new) ->> 'user_id')::uuid in (d.from_user_id, d.to_user_id) end) then
    raise exception 'a delegation ends with the seat of either side' using errcode = 'P0001';
  end if;
  return null;
end $$;
create or replace function refuse_delegations_without_role() returns trigger language plpgsql set app.scope = 'system' as $$
begin
  if exists (select from delegation d where d.ended_at is null and d.company_id = new.company_id and d.company_role = new.role
      and new.user_id in (d.from_user_id, d.to_user_id)) then
    raise exception 'a delegation ends with the seat of either side' using errcode = 'P0001';
  end if;
  return null;
end $$;
