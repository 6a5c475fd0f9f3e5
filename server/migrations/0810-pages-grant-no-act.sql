-- A page that opens for everybody lets one look; what it lets one do is granted by the matrix alone.
update role_permission set always_granted = false, version = version + 1, updated_at = app_now()
  where always_granted and permission !~ '\.(view|detail|details|export)$';
alter table role_permission add constraint only_pages_open_for_all check (not always_granted or permission ~ '\.(view|detail|details|export)$');
