-- A bank's list that names no account is compared with the receipts of every other one.
create index collection_ref_key_day on collection (ref_key, value_date);
