-- Who asked for a link to a new password; answered alike whether there is such a user, and looked up by a job afterwards.
create table reset_request (
  id uuid primary key,
  login_name text not null,
  created_at timestamptz not null default now()
);
create index reset_request_age on reset_request (created_at);
create index login_nonce_end on login_nonce (expires_at);
create index one_time_link_end on one_time_link (expires_at);
create index mail_with_link on mail (created_at) where sealed_link is not null;
grant delete on reset_request, one_time_link to usance_app;
