-- A reference of the bank was recorded for a second payment in another spelling. The reference as it is compared; null on a payment that
-- an earlier version recorded under the reference of another one.
alter table payment add column ref_key text;
create function key_payments() returns void language sql set app.scope = 'system' as $$
  with keyed as (
    select id, funder_id, created_at,
      coalesce(nullif(upper(regexp_replace(normalize(bank_ref, NFKC), '[^[:alnum:]]', '', 'g')), ''), bank_ref) as key
    from payment where bank_ref is not null),
  first as (select distinct on (funder_id, key) id, key from keyed order by funder_id, key, created_at, id)
  update payment p set ref_key = f.key from first f where f.id = p.id;
$$;
select key_payments();
drop function key_payments();
create unique index payment_ref_key on payment (funder_id, ref_key) where ref_key is not null;
