-- Who reported that a text is missing, so that nobody fills the list.
alter table missing_text add column reported_by uuid references app_user;
create index missing_text_by on missing_text (reported_by) where reported_by is not null;
