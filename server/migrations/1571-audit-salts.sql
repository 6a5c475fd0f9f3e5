-- The digests of what an entry changed are salted, since amounts and names are guessed from a plain digest. Entries that were linked
-- before keep their plain digests, which their links cover, and have no salt.
alter table audit_link add column salt bytea check (octet_length(salt) = 32);
