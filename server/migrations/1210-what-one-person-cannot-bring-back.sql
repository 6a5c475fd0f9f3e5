-- Facts of history that hold on when somebody takes a seat away: one person could otherwise bring the earlier state back and be left
-- alone with what takes two (decision 134).

-- The first set-up ends once, when a user of operations has joined.
create table first_set_up (
  ended boolean primary key default true check (ended),
  ended_at timestamptz not null default now()
);
revoke update on first_set_up from usance_app;

-- Whether a company has had, as this kind of party, somebody who checks and another person who acts for it.
alter table company_role add column had_second_person boolean not null default false;

create function has_second_person(company uuid, party text) returns boolean language sql stable as $$
  select count(*) > 1 and bool_or(r.user_roles && array['Checker', 'Director'])
  from user_company_role r join app_user u on u.id = r.user_id
  where r.company_id = company and r.role = party and r.status = 'ENABLE' and u.status = 'active'
    and r.user_roles && array['Maker', 'Checker', 'Director']
$$;
create function note_second_people() returns trigger language plpgsql as $$
declare
  person uuid := case tg_table_name when 'app_user' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'user_id' end;
begin
  if exists (select from user_company_role r join app_user u on u.id = r.user_id
      where r.user_id = person and r.role = 'PLATFORM' and r.status = 'ENABLE' and 'Operations' = any(r.user_roles)
        and u.status <> 'unActive') then
    insert into first_set_up default values on conflict do nothing;
  end if;
  update company_role c set had_second_person = true
  where not c.had_second_person and c.role in ('SUPPLIER', 'BUYER', 'FUNDER')
    and exists (select from user_company_role r where r.user_id = person and r.company_id = c.company_id and r.role = c.role)
    and has_second_person(c.company_id, c.role);
  return null;
end $$;
create trigger second_people_noted after insert or update on user_company_role for each row execute function note_second_people();
create trigger second_people_noted after update of status on app_user for each row execute function note_second_people();

insert into first_set_up
select true where exists (select from user_company_role r join app_user u on u.id = r.user_id
  where r.role = 'PLATFORM' and 'Operations' = any(r.user_roles) and u.status <> 'unActive');
update company_role c set had_second_person = true
where c.role in ('SUPPLIER', 'BUYER', 'FUNDER') and has_second_person(c.company_id, c.role);
