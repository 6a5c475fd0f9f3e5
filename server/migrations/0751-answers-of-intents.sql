-- What the administrator's form asks beside the wish itself.
alter table financing_intent add column answers jsonb not null default '{}';
