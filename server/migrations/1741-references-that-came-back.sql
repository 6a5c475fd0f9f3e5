-- A receipt may name a payment that came back by the reference which the bank had given its transfer. The mirror keeps that reference as the
-- text that it is found by, since row-level security lets no index read it from the memo (decisions 266 and 267).
alter table journal add column back_ref text;
create or replace function journal_came_back() returns trigger language plpgsql security definer set search_path = public set app.scope = 'system' as $$
begin
  new.came_back := (select sum(case side when 'C' then amount else -amount end) from posting
    where journal_id = new.reversal_of and book = 'F' and account in ('1000', '1010'));
  new.back_ref := new.memo ->> 'refKey';
  return new;
end $$;
-- No line of the books changes.
alter table journal disable trigger journal_append;
update journal set back_ref = memo ->> 'refKey'
  where reversal_of is not null and source_type = 'PAYMENT' and memo ? 'returnedOn' and memo ? 'refKey';
alter table journal enable trigger journal_append;
create index journal_back_ref on journal (back_ref) where back_ref is not null;
