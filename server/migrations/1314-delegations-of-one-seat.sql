-- A delegation holds in the seat in which it was given: it worked in every other seat that both people held, or came to hold.
alter table delegation add column company_role text check (company_role in ('SUPPLIER','BUYER','FUNDER','COMPANY','PLATFORM'));
-- The audit log says in which seat a delegation was given. Without its entry it is of the only role that both people hold; one whose
-- role cannot be told ends, and whoever gave it gives it again in a minute.
create function tell_roles_of_delegations() returns void language sql set app.scope = 'system' as $$
  update delegation d set company_role = l.company_role from audit_log l
    where l.event = 'DELEGATION_ADDED' and l.object_type = 'DELEGATION' and l.object_id = d.id::text and l.company_role is not null;
  update delegation d set company_role = shared.role from (
    select x.id, min(f.role) as role from delegation x
    join user_company_role f on f.user_id = x.from_user_id and f.company_id = x.company_id and f.status = 'ENABLE'
    join user_company_role t on t.user_id = x.to_user_id and t.company_id = x.company_id and t.status = 'ENABLE' and t.role = f.role
    where x.company_role is null and x.ended_at is null group by x.id having count(*) = 1) as shared
    where shared.id = d.id;
  update delegation d set ended_at = app_now() where ended_at is null and company_role is null;
$$;
select tell_roles_of_delegations();
drop function tell_roles_of_delegations();
alter table delegation add check (company_role is not null or ended_at is not null);
