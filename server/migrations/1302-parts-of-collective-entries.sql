-- A collective entry may be told in its parts by one file and in one sum by another. Each part keeps the reference of its entry, by
-- letters and digits, so that the sum is known by it.
alter table collection add column whole_key text;
create index collection_whole_key on collection (bank_account_id, whole_key) where whole_key is not null;
