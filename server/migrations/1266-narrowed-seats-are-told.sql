-- A seat whose roles changed may read less than before: an open stream of messages ends with the roles it was opened in.
drop trigger access_told on user_company_role;
create trigger access_told after update of status, user_roles on user_company_role for each row
  when (old.status is distinct from new.status or old.user_roles is distinct from new.user_roles) execute function tell_access();
