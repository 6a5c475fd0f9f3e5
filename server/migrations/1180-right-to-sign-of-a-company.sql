-- The right to sign is given by a company to a person. It was one mark of the person, so whoever got it in one company signed the
-- contracts of every other company with a seat for them. Read like `user_company_role` to find out who is calling.
create table signing_right (
  user_id uuid not null references app_user,
  company_id uuid not null references company,
  given_at timestamptz not null default app_now(),
  primary key (user_id, company_id)
);
create index signing_right_company on signing_right (company_id);
grant select, insert, delete on signing_right to usance_app;

-- Nobody signs for a company without a seat there: the right is given to a seat in force and ends with the last one.
create function refuse_right_without_seat() returns trigger language plpgsql as $$
begin
  if not exists (select from user_company_role r
      where r.user_id = new.user_id and r.company_id = new.company_id and r.status = 'ENABLE' for key share) then
    raise exception 'the right to sign takes a seat in the company' using errcode = 'P0001';
  end if;
  return null;
end $$;
create trigger right_takes_seat after insert or update on signing_right for each row execute function refuse_right_without_seat();
create function end_right_with_seat() returns trigger language plpgsql as $$
begin
  delete from signing_right s where s.user_id = old.user_id and s.company_id = old.company_id and not exists (
    select from user_company_role r where r.user_id = s.user_id and r.company_id = s.company_id and r.status = 'ENABLE');
  return null;
end $$;
create trigger right_ends_with_seat after update or delete on user_company_role for each row
  when (old.status = 'ENABLE') execute function end_right_with_seat();

-- A person who has only ever worked for one company keeps the right there. Of several companies, those keep their signatory that
-- gave the right themselves since it was last taken away; in the others it ends, and the person and the directors are asked to
-- renew it with a second person.
create function carry_signing_rights() returns void language sql set app.scope = 'system' as $$
  with given as (
    select c.user_id, c.company_id, c.ended_at as at from user_change c where c.status = 'PASSED' and c.after ->> 'signatory' = 'true'
    union all
    select l.object_id::uuid, coalesce(named.id, l.company_id), l.at
      from audit_log l join app_user u on u.id::text = l.object_id and u.user_name = l.object_no
      left join company named on named.code = coalesce(l.after ->> 'company', l.after ->> 'companyCode')
      where l.object_type = 'USER' and l.after ->> 'signatory' = 'true' and (l.event = 'USER_CHANGED' and l.before ->> 'signatory' = 'false'
        or l.event = 'USER_INVITED' and not exists (select from user_change c where c.user_id = u.id and c.after ->> 'invite' = 'true'))
  ), taken as (
    select user_id, max(at) as at from (
      select c.user_id, c.ended_at as at from user_change c
        where c.status = 'PASSED' and c.before ->> 'signatory' = 'true' and c.after ->> 'signatory' = 'false'
      union all
      select l.object_id::uuid, l.at from audit_log l where l.object_type = 'USER' and l.event = 'USER_CHANGED'
        and l.before ->> 'signatory' = 'true' and l.after ->> 'signatory' = 'false') x group by user_id
  ), employed as (
    select distinct r.user_id, r.company_id from user_company_role r join app_user u on u.id = r.user_id
      where u.signatory and r.status = 'ENABLE'
  ), kept as (
    insert into signing_right (user_id, company_id)
    select e.user_id, e.company_id from employed e
    where not exists (select from user_company_role r where r.user_id = e.user_id and r.company_id <> e.company_id)
      or exists (select from given g left join taken t on t.user_id = g.user_id
        where g.user_id = e.user_id and g.company_id = e.company_id and (t.at is null or g.at > t.at) and not exists (
          select from audit_log l join company c on c.id = g.company_id where l.object_type = 'USER' and l.object_id = g.user_id::text
            and l.event = 'USER_REMOVED' and l.before ->> 'company' = c.code and l.at > g.at))
    returning user_id, company_id
  )
  insert into notification (id, event, user_id, params, object_type, object_id, link)
  select gen_random_uuid(), 'USER_SIGNING_ENDED', reader.user_id, jsonb_build_object('company', c.name, 'person', u.cname),
      'USER', u.id::text, case when reader.user_id = u.id then '/user-center' else '/org/account/' || u.id || '/detail' end
  from employed e join app_user u on u.id = e.user_id join company c on c.id = e.company_id and not c.is_platform,
      lateral (select e.user_id union select r.user_id from user_company_role r
        where r.company_id = e.company_id and r.status = 'ENABLE' and 'Director' = any(r.user_roles)) reader
  where not exists (select from kept k where k.user_id = e.user_id and k.company_id = e.company_id)
$$;
select carry_signing_rights();
drop function carry_signing_rights();
alter table app_user drop column signatory;
