-- The database alone numbers the entries of the audit log: with a number of its own choice, far ahead, a writer would make every
-- later entry one before a sealed one, and so end all writing.
create or replace function audit_log_place() returns trigger language plpgsql as $$
begin
  if exists (select 1 from audit_link where audit_id >= new.id) then
    raise exception 'the audit log grows at its end only' using errcode = 'P0001';
  end if;
  if new.id <> currval('audit_log_id_seq') then
    raise exception 'an entry of the audit log takes the next number' using errcode = 'P0001';
  end if;
  new.at := app_now();
  new.written_at := clock_timestamp();
  return new;
end $$;
