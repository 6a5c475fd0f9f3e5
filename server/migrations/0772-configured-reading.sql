-- What is read from a document kind, and by which words, is stored like a form.
alter table dynamic_form drop constraint dynamic_form_kind_check;
alter table dynamic_form add constraint dynamic_form_kind_check check (kind in ('FORM', 'TABLE', 'SHEET', 'READING'));
