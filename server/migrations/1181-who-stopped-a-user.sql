-- Which company stopped a user: the operator's stop is not lifted by a director of the user's company, and a user whom one company
-- stopped comes back for another without the seats in the first.
alter table app_user add column stopped_by uuid references company;
update app_user u set stopped_by = (
  select l.company_id from audit_log l join company c on c.id = l.company_id
  where l.object_type = 'USER' and l.object_id = u.id::text and l.event = 'USER_STOPPED' order by l.id desc limit 1)
where u.status = 'stop';
