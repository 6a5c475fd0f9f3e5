-- Whether the bank has a payment by a file that has let go of it: a cancelled one counts while it has (decision 254). A company that
-- reads what is left of its receipts and reserves sees no payment file.
create function bank_has(p_payment uuid) returns boolean language sql stable set app.scope = 'system' as $$
  select exists (select from payment_file_item i where i.payment_id = p_payment and not i.live and i.status in ('PENDING', 'ACCEPTED')) $$;
