-- Numbers of identity documents lie sealed under a key of the installation, with their last four characters to show.
-- Rows that are still open are sealed by the next start of the server; from now on the database takes no open one.
alter table person_identity alter column document_no drop not null;
alter table person_identity add column document_sealed text;
alter table person_identity add column document_end text;
alter table person_identity add constraint person_identity_number_is_sealed
  check (document_no is null and document_sealed is not null) not valid;

-- A link serves one statement: it dies with it, with a later link, and with the submission.
alter table onboarding_invitation add column ended_at timestamptz;
create index onboarding_invitation_open on onboarding_invitation (company_id) where ended_at is null;
