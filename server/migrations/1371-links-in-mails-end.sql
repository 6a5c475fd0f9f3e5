-- When the link of a mail ends: after that the mail is neither sent nor tried again. Mails from before keep none.
alter table mail add column link_expires_at timestamptz;
