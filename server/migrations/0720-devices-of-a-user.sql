-- The devices somebody has signed in from are told from all their sessions, ended ones too.
create index session_of_user on session (user_id, created_at);
