-- A delegation ends for good with the seat or the account of either side, as keys do (1042): it waited while the seat was gone, and
-- worked again when the seat came back. Those of seats that are gone end now.
create function end_orphaned_delegations() returns void language sql set app.scope = 'system' as $$
  update delegation d set ended_at = app_now() where ended_at is null and exists (
    select from unnest(array[d.from_user_id, d.to_user_id]) as side (id)
    where exists (select from app_user u where u.id = side.id and u.status = 'stop')
      or not exists (select from user_company_role r where r.user_id = side.id and r.company_id = d.company_id and r.status = 'ENABLE'))
$$;
select end_orphaned_delegations();
drop function end_orphaned_delegations();

-- Whatever takes a seat or stops an account ends the delegations in the same transaction.
create function refuse_delegations_without_seat() returns trigger language plpgsql set app.scope = 'system' as $$
begin
  if exists (select from delegation d where d.ended_at is null and case tg_table_name
      when 'app_user' then (to_jsonb(new) ->> 'id')::uuid in (d.from_user_id, d.to_user_id)
      else d.company_id = (to_jsonb(new) ->> 'company_id')::uuid
        and (to_jsonb(new) ->> 'user_id')::uuid in (d.from_user_id, d.to_user_id) end) then
    raise exception 'a delegation ends with the seat of either side' using errcode = 'P0001';
  end if;
  return null;
end $$;
create constraint trigger delegations_end after update of status on user_company_role deferrable initially deferred for each row
  when (old.status = 'ENABLE' and new.status <> 'ENABLE') execute function refuse_delegations_without_seat();
create constraint trigger delegations_end after update of status on app_user deferrable initially deferred for each row
  when (old.status <> 'stop' and new.status = 'stop') execute function refuse_delegations_without_seat();
create index delegation_from on delegation (from_user_id, company_id) where ended_at is null;
