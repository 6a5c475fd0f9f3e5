-- A file is seen by the company that put it up and by whoever sees what it hangs on, for staff as for everybody. Before, staff
-- saw every file that anybody had put up.
create index attachment_file on attachment (object_key) where removed_at is null;
create index proof_file_file on proof_file (object_key) where removed_at is null;
create index contract_file on contract (object_key) where object_key is not null;

-- What a file hangs on, as far as the caller sees it. A place that is not listed here shows its papers to nobody but who put them up.
create function places_of_file(key text, owner uuid) returns setof text language sql stable as $$
  select a.owner_type from attachment a where a.object_key = key and a.removed_at is null
  union select 'PROOF_' || upper(p.kind) from proof_file p where p.object_key = key and p.removed_at is null
  union select 'CONTRACT' from contract c where c.object_key = key
  union select 'ONBOARDING' from company_onboarding o
    where o.company_id = owner and o.documents @> jsonb_build_array(jsonb_build_object('objectKey', key))
  union select 'INTENT' from financing_intent i
    where i.company_id = owner and jsonb_path_exists(i.answers, '$.*[*] ? (@.objectKey == $key)', jsonb_build_object('key', key))
$$;

drop policy seen on stored_file;
create policy seen on stored_file using (company_id = app_company() or app_system() or exists (select from places_of_file(object_key, company_id)));
