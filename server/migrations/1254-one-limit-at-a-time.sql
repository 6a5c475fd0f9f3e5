-- Two limits of one kind between the same parties in one currency never are in force on the same day: the smaller would take the place of
-- the larger, and the funder that decides on the larger one would not be asked. Limits from before stay until they are changed or ended.
create function refuse_limit_twice() returns trigger language plpgsql set app.scope = 'system' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('limit ' || concat_ws(' ', new.type, new.supplier_id, new.buyer_id, new.funder_id, new.currency), 0));
  if exists (select from credit_limit l where l.id <> new.id and l.status = 'ENABLE'
      and row(l.type, l.supplier_id, l.buyer_id, l.funder_id, l.currency)
        is not distinct from row(new.type, new.supplier_id, new.buyer_id, new.funder_id, new.currency)
      and l.effective_date <= new.expiry_date and l.expiry_date >= new.effective_date) then
    raise exclusion_violation using message = 'a limit of this kind, between these parties, in this currency and in these days is there already',
      constraint = 'credit_limit_once';
  end if;
  return null;
end $$;
create trigger credit_limit_once after insert or update of type, supplier_id, buyer_id, funder_id, currency, status, effective_date, expiry_date
  on credit_limit for each row when (new.status = 'ENABLE') execute function refuse_limit_twice();
