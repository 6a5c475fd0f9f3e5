-- Conditions of a view name buyers: partners read their own views, and none that staff share.
create policy introduced on list_view as restrictive for select using ((select app_partner()) is null or user_id = (select app_user()));
