-- Every name that a user has borne, and since when. What somebody did is told under the name they bore then, so that nobody
-- becomes another person by a later change. Written by the database itself with each change; nobody else writes here.
create table user_name (
  id bigint generated always as identity primary key,
  user_id uuid not null references app_user,
  cname text not null,
  since timestamptz not null default app_now()
);
create index user_name_of on user_name (user_id, since desc, id desc);
insert into user_name (user_id, cname, since) select id, cname, '-infinity' from app_user order by created_at, id;

create function keep_user_name() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into user_name (user_id, cname) values (new.id, new.cname);
  return null;
end $$;
create trigger user_name_first after insert on app_user for each row execute function keep_user_name();
create trigger user_name_next after update of cname on app_user for each row
  when (old.cname is distinct from new.cname) execute function keep_user_name();
create trigger user_name_append before update or delete on user_name for each row execute function refuse_change();
create trigger user_name_truncate before truncate on user_name execute function refuse_change();
revoke insert, update on user_name from usance_app;

-- The name a user bore at an instant; of an instant before the first one, the first.
create function name_at(of_user uuid, instant timestamptz) returns text language sql stable parallel safe as $$
  select coalesce(
    (select cname from user_name where user_id = of_user and since <= instant order by since desc, id desc limit 1),
    (select cname from user_name where user_id = of_user order by since, id limit 1))
$$;
