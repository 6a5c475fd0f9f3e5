-- A link that opens something lies sealed beside the mail, and only until it was delivered or has ended.
alter table mail add column kind text not null default 'notice';
alter table mail add column sealed_link text;
-- Links written so far stand in clear; those in mails that went out are taken away.
update mail set body = regexp_replace(body, '(link|specialAccess|guidance)=[A-Za-z0-9_-]{20,}', '\1=…', 'g') where status <> 'QUEUED';
