-- An intent is edited by its supplier and by the operator's partners, and either adds files. A file belongs to the company that put
-- it up. Before, the papers that a partner added were shown to the partner alone.
create function operator_company() returns uuid language sql stable parallel safe security definer set search_path = public as
  $$ select id from company where is_platform $$;

create or replace function places_of_file(key text, owner uuid) returns setof text language sql stable as $$
  select a.owner_type from attachment a where a.object_key = key and a.removed_at is null
  union select 'PROOF_' || upper(p.kind) from proof_file p where p.object_key = key and p.removed_at is null
  union select 'CONTRACT' from contract c where c.object_key = key
  union select 'ONBOARDING' from company_onboarding o
    where o.company_id = owner and o.documents @> jsonb_build_array(jsonb_build_object('objectKey', key))
  union select 'INTENT' from financing_intent i
    where (i.company_id = owner or owner = operator_company())
      and jsonb_path_exists(i.answers, '$.*[*] ? (@.objectKey == $key)', jsonb_build_object('key', key))
$$;

-- The papers that a record holds already, as far as the caller sees the record: whoever corrects it may send them again.
create function papers_held(record uuid) returns setof text language sql stable as $$
  select a.object_key from attachment a where a.owner_id = record and a.removed_at is null
  union select file #>> '{}' from financing_intent i, jsonb_path_query(i.answers, '$.*[*].objectKey') file where i.id = record
$$;
