-- Whether a receipt brings a payment back was asked of all payments of its funder, all that files carried of them and all that the books
-- record of their returns. Each is found by its amount from now on. Row-level security lets no index compare numbers before it has judged
-- the row, but texts: the amount is kept as the text that it is found by (decision 267).
alter table payment add column amount_key text not null generated always as (amount::numeric::text) stored;
alter table payment_file_item add column amount_key text not null generated always as (amount::numeric::text) stored;
create index payment_amount_key on payment (funder_id, amount_key);
create index payment_file_item_amount_key on payment_file_item (amount_key);

-- What came back to the funder's bank with the mirror of a payment, as the lines say that it mirrors.
alter table journal add column came_back text;
create function journal_came_back() returns trigger language plpgsql security definer set search_path = public set app.scope = 'system' as $$
begin
  new.came_back := (select sum(case side when 'C' then amount else -amount end) from posting
    where journal_id = new.reversal_of and book = 'F' and account in ('1000', '1010'));
  return new;
end $$;
create trigger journal_came_back before insert on journal for each row
  when (new.reversal_of is not null and new.source_type = 'PAYMENT' and new.memo ? 'returnedOn') execute function journal_came_back();
-- No line of the books changes.
alter table journal disable trigger journal_append;
update journal m set came_back = (select sum(case e.side when 'D' then e.amount else -e.amount end) from posting e
    where e.journal_id = m.id and e.book = 'F' and e.account in ('1000', '1010'))
  where m.reversal_of is not null and m.source_type = 'PAYMENT' and m.memo ? 'returnedOn';
alter table journal enable trigger journal_append;
create index journal_came_back on journal (came_back) where came_back is not null;

-- Receipts that may be a return are looked for since the day of the payment.
create index collection_received on collection (funder_id, value_date);
