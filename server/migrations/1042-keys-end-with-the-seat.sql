-- A key ends for good with the seat or the account of its maker: it did nothing while the seat was gone, and worked again when the
-- seat came back. Keys of seats that are gone end now.
create function end_orphaned_keys() returns void language sql set app.scope = 'system' as $$
  update api_key k set revoked_at = app_now() where revoked_at is null and (
    exists (select from app_user u where u.id = k.user_id and u.status = 'stop')
    or not exists (select from user_company_role r
      where r.user_id = k.user_id and r.company_id = k.company_id and r.role = k.company_role and r.status = 'ENABLE'))
$$;
select end_orphaned_keys();
drop function end_orphaned_keys();

-- Whatever takes a seat or stops an account ends its keys in the same transaction.
create function refuse_keys_without_seat() returns trigger language plpgsql set app.scope = 'system' as $$
begin
  if exists (select from api_key k where k.revoked_at is null and case tg_table_name
      when 'app_user' then k.user_id = (to_jsonb(new) ->> 'id')::uuid
      else k.user_id = (to_jsonb(new) ->> 'user_id')::uuid and k.company_id = (to_jsonb(new) ->> 'company_id')::uuid
        and k.company_role = to_jsonb(new) ->> 'role' end) then
    raise exception 'a key ends with the seat of its maker' using errcode = 'P0001';
  end if;
  return null;
end $$;
create constraint trigger keys_end after update of status on user_company_role deferrable initially deferred for each row
  when (old.status = 'ENABLE' and new.status <> 'ENABLE') execute function refuse_keys_without_seat();
create constraint trigger keys_end after update of status on app_user deferrable initially deferred for each row
  when (old.status <> 'stop' and new.status = 'stop') execute function refuse_keys_without_seat();
create index api_key_by_user on api_key (user_id) where revoked_at is null;
