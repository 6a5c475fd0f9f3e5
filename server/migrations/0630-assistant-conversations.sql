-- What was asked and answered hangs together in conversations, each of one user in one company.
create table assistant_conversation (
  id uuid primary key,
  user_id uuid not null references app_user,
  company_id uuid not null references company,
  title text not null,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
alter table assistant_conversation enable row level security; alter table assistant_conversation force row level security;
create policy own on assistant_conversation using (user_id = (select app_user()) or (select app_system()));
create index assistant_conversation_user on assistant_conversation (user_id, company_id, updated_at desc);
grant select, insert, update, delete on assistant_conversation to usance_app;

alter table assistant_message add column conversation_id uuid references assistant_conversation on delete cascade;
-- What the question was understood as, so that "and in euro?" can be read from it; and the questions offered next.
alter table assistant_message add column intent jsonb;
alter table assistant_message add column next jsonb not null default '[]';
select set_config('app.scope', 'system', true);
-- What was said before there were conversations stays readable as one of each user.
with made as (
  insert into assistant_conversation (id, user_id, company_id, title, created_at, updated_at)
  select gen_random_uuid(), user_id, company_id, (array_agg(left(text, 80) order by id))[1], min(created_at), max(created_at)
  from assistant_message group by user_id, company_id returning id, user_id, company_id
)
update assistant_message m set conversation_id = made.id from made where made.user_id = m.user_id and made.company_id = m.company_id;
select set_config('app.scope', '', true);
alter table assistant_message alter column conversation_id set not null;
create index assistant_message_conversation on assistant_message (conversation_id, id);
grant delete on assistant_message to usance_app;
