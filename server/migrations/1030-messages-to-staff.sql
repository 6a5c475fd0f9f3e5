-- What the operator is told as a company is for its own staff; partners read what they are told by name.
create policy introduced on notification as restrictive for select using ((select app_partner()) is null or user_id = app_user());
