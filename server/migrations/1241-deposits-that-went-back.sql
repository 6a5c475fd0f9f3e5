-- The payment provider's report that a deposit went back was noted and forgotten. The receipt carries it from now on, and is used for
-- nothing until a person has decided on it. Reports that an earlier version only noted count too; those whose deposit was refused are
-- judged once that is booked.
alter table collection add column reversal_reported_at timestamptz;
create index collection_reported_back on collection (id) where reversal_reported_at is not null;
create function deposit_of(body text) returns text language plpgsql immutable as $$
begin
  return body::json #>> '{data,depositId}';
exception when others then
  return null;
end $$;
create function mark_reported_back() returns void language sql set app.scope = 'system' as $$
  update collection c set reversal_reported_at = r.received_at
  from provider_event r join provider_event d on d.event_id = deposit_of(r.body)
  where r.name = 'deposit.reversed' and d.collection_id = c.id and c.status <> 'REFUNDED';
  update provider_event r set status = 'REFUSED', reason = 'DEPOSIT_UNKNOWN'
  where r.name = 'deposit.reversed' and r.status = 'IGNORED'
    and not exists (select from provider_event d where d.event_id = deposit_of(r.body) and d.collection_id is not null);
$$;
select mark_reported_back();
drop function mark_reported_back();
drop function deposit_of(text);
