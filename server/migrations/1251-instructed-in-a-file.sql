-- The day on which a payment was instructed that went by a file: it may be instructed again later, and the bank may have paid by the file.
alter table payment_file_item add column instructed_on date;
create function keep_when_instructed() returns void language sql set app.scope = 'system' as $$
  update payment_file_item i set instructed_on = least(p.instructed_on, i.execution_date) from payment p where p.id = i.payment_id;
$$;
select keep_when_instructed();
drop function keep_when_instructed();
