-- A message to a person about the matter of a company is read while the person works there. Without a company, as earlier messages
-- are, it concerns the person, who reads it anywhere.
drop policy seen on notification;
create policy seen on notification for select using ((user_id = app_user() and (company_id is null or company_id = app_company()))
  or (user_id is null and company_id = app_company()) or app_system());
drop policy read_by on notification;
create policy read_by on notification for update using ((user_id = app_user() and (company_id is null or company_id = app_company()))
  or (user_id is null and company_id = app_company()) or app_system());
-- What a company is told as a company is found without what its people are told.
drop index notification_company;
create index notification_company on notification (company_id, created_at desc) where user_id is null;

-- The link of a mailed task opens the session in the seat of the task.
alter table one_time_link add column company_id uuid references company, add column company_role text;
