-- The file of a contract preview is kept for an hour, and no other file is ever deleted.
grant delete on stored_file to usance_app;
create policy previews_end on stored_file as restrictive for delete using (purpose = 'contract-preview' and app_system());
create index stored_file_preview on stored_file (created_at) where purpose = 'contract-preview';
