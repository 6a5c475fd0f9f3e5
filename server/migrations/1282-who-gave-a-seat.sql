-- Whoever gave a person a seat is never the second person beside them: one person would put forward and pass.
alter table user_company_role add given_by uuid[] not null default '{}';
-- Of seats from before, the inviter is known. No seat changes, so that nothing which watches them has anything to say.
alter table user_company_role disable trigger user;
create function givers_known() returns void language sql set app.scope = 'system' as $$
  update user_company_role r set given_by = array[u.created_by] from app_user u where u.id = r.user_id and u.created_by is not null;
$$;
select givers_known();
drop function givers_known();
alter table user_company_role enable trigger user;
