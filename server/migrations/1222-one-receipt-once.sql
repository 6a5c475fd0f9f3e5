-- One receipt was booked again under a varied reference. The reference as it is compared, and as a hurried eye sees it; null on what an
-- earlier version records. A receipt that may be an earlier one names it, and is used only by whoever says that it is not.
alter table collection
  add column ref_key text,
  add column ref_skeleton text,
  add column maybe_same_as uuid references collection;
create function key_receipts() returns void language sql set app.scope = 'system' as $$
  update collection set ref_key = coalesce(nullif(upper(regexp_replace(normalize(bank_ref, NFKC), '[^[:alnum:]]', '', 'g')), ''), bank_ref);
  update collection set ref_skeleton = regexp_replace(translate(replace(ref_key, '-', ''), 'OILSBZ', '011582'), '(^|[^0-9])0+(?=[0-9])', '\1', 'g');
$$;
select key_receipts();
drop function key_receipts();
create index collection_ref_key on collection (bank_account_id, ref_key);
create index collection_ref_skeleton on collection (bank_account_id, ref_skeleton);
create index collection_amount on collection (bank_account_id, amount, value_date);
create index collection_maybe_same_as on collection (maybe_same_as) where maybe_same_as is not null;
