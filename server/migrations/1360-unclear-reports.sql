-- What a bank said of a transfer that the portal cannot act on: against itself, against what is recorded, or about another amount.
alter table payment_file_item add column unclear boolean not null default false;
create function keep_what_was_unclear() returns void language sql set app.scope = 'system' as $$
  -- Before, a refusal that nothing followed from left its transfer as sent.
  update payment_file_item i set status = 'PENDING', unclear = true from payment p
  where p.id = i.payment_id and p.status = 'INSTRUCTED' and i.live and i.status = 'SENT' and i.reported_at is not null;
$$;
select keep_what_was_unclear();
drop function keep_what_was_unclear();
