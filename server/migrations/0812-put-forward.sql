-- What a buyer's maker puts forward as owed waits, on the submitted invoice, for a checker to confirm it.
alter table invoice add column proposed_amount amt check (proposed_amount > 0 and proposed_amount <= amount);
alter table invoice add column proposed_by uuid references app_user;
