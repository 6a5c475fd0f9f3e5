-- Every server process hears of a session that ended, a user who was stopped and a seat that was taken away: a stream of messages
-- that is open meanwhile ends with it. The notice is sent before any message that is committed later.
create function tell_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('usance_access', case when tg_table_name = 'app_user' then to_jsonb(old) ->> 'id' else to_jsonb(old) ->> 'user_id' end);
  return null;
end $$;
create trigger access_told after update of ended_at on session for each row
  when (old.ended_at is null and new.ended_at is not null) execute function tell_access();
create trigger access_told after update of status on app_user for each row
  when (old.status is distinct from new.status) execute function tell_access();
create trigger access_told after update of status on user_company_role for each row
  when (old.status is distinct from new.status) execute function tell_access();
