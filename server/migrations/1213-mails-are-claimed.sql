-- A mail is claimed before it is sent: the attempt is counted and the next one is set, so that a mail server that is slow or kills
-- the process holds no transaction open and is not asked again at once.
alter table mail add column next_at timestamptz not null default app_now();
create index mail_due on mail (next_at) where status = 'QUEUED';
