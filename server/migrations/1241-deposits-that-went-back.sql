-- The payment provider's report that a deposit went back was noted and forgotten. The receipt carries it from now on, and is used for
-- nothing until a person has decided on it. Reports that an earlier version only noted count too.
alter table collection add column reversal_reported_at timestamptz;
create index collection_reported_back on collection (id) where reversal_reported_at is not null;
create function mark_reported_back() returns void language sql set app.scope = 'system' as $$
  update collection c set reversal_reported_at = r.received_at
  from provider_event r join provider_event d
    on d.event_id = case when position('\u0000' in r.body) = 0 then r.body::json #>> '{data,depositId}' end
  where r.name = 'deposit.reversed' and d.collection_id = c.id and c.status <> 'REFUNDED';
$$;
select mark_reported_back();
drop function mark_reported_back();
