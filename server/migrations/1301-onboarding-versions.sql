-- A statement is replaced as a whole: whoever saves names the version that stood before them, so that nobody overwrites another's.
alter table company_onboarding add column version integer not null default 1;
