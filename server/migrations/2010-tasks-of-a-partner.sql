-- The operator decides on every company, and its tasks name no other one. A partner reads the tasks of the approvals that concern a company
-- that they introduced, and of those that they began.
create function task_told(p_instance uuid) returns boolean language sql stable parallel safe as $$
  select exists (select 1 from workflow_instance i where i.id = p_instance and (i.maker_id = app_user()
    or array[i.supplier_id, i.buyer_id, i.funder_id, i.maker_company_id] || i.concerned_ids && array(select introduced()))) $$;
create policy introduced on workflow_task as restrictive for select using ((select app_partner()) is null or task_told(instance_id));
create policy introduced_only on workflow_task as restrictive for insert
  with check ((select app_partner()) is null or task_told(instance_id));
