-- The amount that a file sends for a payment, which may be priced anew once it failed: what the bank reports is held against what it got.
alter table payment_file_item add column amount amt;
create function keep_what_was_sent() returns void language sql set app.scope = 'system' as $$
  update payment_file_item i set amount = p.amount from payment p where p.id = i.payment_id;
  -- Before, a failure that a person declared counted as refused by the bank, and what came back did not.
  update payment_file_item i set status = 'SENT' where i.status = 'REJECTED' and i.reported_at is null
    and not exists (select from audit_log a where a.object_type = 'PAYMENT' and a.object_id = i.payment_id::text
      and a.event = 'PAYMENT_RETURN' and a.at > i.created_at);
  update payment_file_item i set status = 'REJECTED' from payment_file f where f.id = i.file_id and f.taken_at is not null
    and not i.live and i.status <> 'REJECTED'
    and exists (select from audit_log a where a.object_type = 'PAYMENT' and a.object_id = i.payment_id::text
      and a.event = 'PAYMENT_RETURN' and a.at > i.created_at);
$$;
select keep_what_was_sent();
drop function keep_what_was_sent();
alter table payment_file_item alter column amount set not null;
