-- A message to a company is one row for all of its people, so what each of them has read is kept apart from it.
create table notification_reading (
  notification_id uuid not null references notification,
  user_id uuid not null references app_user,
  read_at timestamptz not null default app_now(),
  primary key (notification_id, user_id)
);
alter table notification_reading enable row level security; alter table notification_reading force row level security;
create policy own on notification_reading using (user_id = app_user() or app_system());
grant select, insert on notification_reading to usance_app;

-- Every server process hears of a new message when it is committed, whichever process wrote it.
create function tell_notification() returns trigger language plpgsql as $$
begin
  perform pg_notify('usance_notification', json_build_object('id', new.id, 'companyId', new.company_id, 'userId', new.user_id)::text);
  return null;
end $$;
create trigger notification_told after insert on notification for each row execute function tell_notification();
