-- Hashes of what was sent are keyed with the installation's key, so that a stolen copy of the database cannot test guesses of a
-- document number. Plain hashes from before are keyed by the next start of the server; from now on the database takes no new one.
alter table idempotency rename column input_hash to plain_hash;
alter table idempotency alter column plain_hash drop not null;
alter table idempotency add column input_hash bytea;
alter table idempotency add constraint idempotency_hash_is_keyed check (plain_hash is null and input_hash is not null) not valid;
create index idempotency_plain on idempotency (company_id, key) where plain_hash is not null;

-- The names typed at a sign-in are hashed likewise. Counters of attempts are kept for a day at most and begin again.
delete from sign_in_attempt;
