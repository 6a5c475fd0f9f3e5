-- A session that a link in a mail opened: it reads and does nothing that needs a password's owner.
alter table session add column guided boolean not null default false;
