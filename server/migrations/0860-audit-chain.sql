-- The audit chain with gapless places, blinded digests and signed heads. The chain before it carried no key, so that whoever
-- could write to the database could also seal it anew: every entry is linked again, from the first one.
drop table audit_seal;

alter table audit_log add column written_at timestamptz;
alter table audit_log alter column written_at set default clock_timestamp();

create table audit_link (
  seq bigint primary key check (seq > 0),
  audit_id bigint not null unique references audit_log,
  -- Random, so that a digest tells nothing of an entry that its holder may not read.
  nonce bytea not null check (octet_length(nonce) = 16),
  digest bytea not null check (octet_length(digest) = 32),
  prev_hash bytea not null,
  hash bytea not null,
  sealed_at timestamptz not null default app_now()
);
create trigger audit_link_append before update or delete on audit_link for each row execute function refuse_change();
create trigger audit_link_truncate before truncate on audit_link execute function refuse_change();

-- Ed25519 signatures over the head of the chain; the key lies outside the database.
create table audit_head (
  seq bigint primary key references audit_link,
  hash bytea not null,
  signed_at timestamptz not null,
  signature bytea not null
);
create trigger audit_head_append before update or delete on audit_head for each row execute function refuse_change();
create trigger audit_head_truncate before truncate on audit_head execute function refuse_change();
revoke update, delete on audit_link, audit_head from usance_app;

-- An entry gets the instant at which it is written, whatever its writer says, and never a place before a sealed one.
create function audit_log_place() returns trigger language plpgsql as $$
begin
  if exists (select 1 from audit_link where audit_id >= new.id) then
    raise exception 'the audit log grows at its end only' using errcode = 'P0001';
  end if;
  new.at := app_now();
  new.written_at := clock_timestamp();
  return new;
end $$;
create trigger audit_log_place before insert on audit_log for each row execute function audit_log_place();
