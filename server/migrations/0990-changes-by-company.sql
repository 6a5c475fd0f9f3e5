-- A change of a user waits in one company: what a director of one company leaves waiting bars no other company that the person
-- works for. One that waits for a person who is taken out of the company ends with that.
drop index user_change_live;
create unique index user_change_live on user_change (user_id, company_id) where status = 'IN_APPROVE';
alter table user_change drop constraint user_change_status_check;
alter table user_change add constraint user_change_status_check
  check (status in ('IN_APPROVE','PASSED','REJECTED','REFUSED','WITHDRAWN'));
