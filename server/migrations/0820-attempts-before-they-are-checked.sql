-- Attempts at a secret, counted before they are checked: per account, and apart for each place that the account is known to
-- come from. A stranger who guesses locks strangers out, not the owner.
drop table login_attempt;
create table sign_in_attempt (
  account text not null,
  place text not null,
  state jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (account, place)
);
create index sign_in_attempt_age on sign_in_attempt (updated_at);

-- Where a user has signed in from or proved the mailbox from.
create table known_address (
  user_id uuid not null references app_user,
  address text not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, address)
);
create index known_address_age on known_address (seen_at);
grant delete on sign_in_attempt, known_address to usance_app;
