-- What the e-invoice that a note was made of says against it. A correction in the form does not see that document, so it is kept.
alter table invoice_adjustment add column signs text[] not null default '{}';
