-- What the rules of approval look at: every maker of the object, the value in US dollars the steps were chosen by, who was
-- acted for, and which tasks have been passed on to the role's lead.
alter table workflow_instance
  add column maker_ids uuid[] not null default '{}',
  add column amount_usd amt,
  add column facts jsonb not null default '{}';
alter table workflow_task add column escalated_at timestamptz;
alter table workflow_history add column on_behalf_of_id uuid;
create unique index workflow_history_once_for on workflow_history (instance_id, round, on_behalf_of_id) where operation in ('PASSED','REJECTED','REFUSED');
create index workflow_history_user on workflow_history (user_id, update_time desc);
create index workflow_task_due on workflow_task (due_at) where status = 'OPEN' and escalated_at is null;
alter table delegation add column ended_at timestamptz;
create index delegation_to on delegation (to_user_id, company_id) where ended_at is null;
alter table delegation enable row level security; alter table delegation force row level security;
create policy seen on delegation using (company_id = app_company() or app_all());
