-- Whoever joined once keeps it: neither a reset password nor a stop makes them an invited user again, whose address one person changes.
alter table app_user add column joined_at timestamptz;
update app_user set joined_at = coalesce(last_sign_in_at, created_at)
  where status = 'active' or password_hash is not null or last_sign_in_at is not null or mfa_enabled;
-- Invited again after they had joined: they were let in, and choose a password by a link that they ask for themselves.
update one_time_link set used_at = now() where used_at is null and purpose in ('INVITATION', 'RESET')
  and user_id in (select id from app_user where status = 'unActive' and joined_at is not null);
update app_user set status = 'active' where status = 'unActive' and joined_at is not null;
-- What waits for the end of the transaction bars changes of the table.
set constraints all immediate;
create function keep_joined() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.joined_at is not null then new.joined_at := old.joined_at; end if;
  if new.status = 'active' and new.joined_at is null then new.joined_at := app_now(); end if;
  return new;
end $$;
create trigger keep_joined before insert or update on app_user for each row execute function keep_joined();
alter table app_user add constraint joined_once check (status <> 'unActive' or joined_at is null);
