-- Papers that settlement hangs on a proof, such as the bank's own slip or what a registry sent back. Whoever may see the proof's
-- row may read them: that is asked of the list of proofs, so that the table itself is open to the operator's side alone.
create table proof_file (
  id uuid primary key,
  kind text not null check (kind in ('bank', 'collect', 'e_one', 'subledgers')),
  owner_id uuid not null,
  object_key text not null references stored_file (object_key),
  file_name text not null,
  sha256 text not null,
  created_at timestamptz not null default app_now(),
  created_by uuid references app_user,
  removed_at timestamptz,
  unique (kind, owner_id, object_key)
);
alter table proof_file enable row level security;
alter table proof_file force row level security;
create policy seen on proof_file using (app_all());
grant select, insert, update on proof_file to usance_app;
