-- Whether a second person passed the address that a link proves. One that only its asker wanted ends when its user has come to
-- decide about money meanwhile.
alter table one_time_link add column passed_by_two boolean not null default false;
