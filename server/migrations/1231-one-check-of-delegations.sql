-- The check of a seat that ends (1142) says the same of a role that does; a copy of it (1229) is not needed.
drop trigger delegations_end_with_role on user_company_role;
drop function refuse_delegations_without_role();
create constraint trigger delegations_end_with_role after update of user_roles on user_company_role deferrable initially deferred
  for each row when (not (new.user_roles @> old.user_roles)) execute function refuse_delegations_without_seat();
