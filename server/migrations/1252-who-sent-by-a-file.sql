-- Who instructed a payment that went by a file, and the account that the file names: somebody else may send it again, to another account.
alter table payment_file_item add column instructed_by uuid references app_user;
alter table payment_file_item add column to_account text;
create function keep_who_sent() returns void language sql set app.scope = 'system' as $$
  update payment_file_item i set instructed_by = p.instructed_by, to_account = coalesce(a.bank_account, p.payee_account)
  from payment p left join bank_account a on a.id = p.to_account_id where p.id = i.payment_id;
$$;
select keep_who_sent();
drop function keep_who_sent();
