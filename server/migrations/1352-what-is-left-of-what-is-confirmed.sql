-- What is confirmed and left of an invoice: what is owed on it, without what its buyer has not confirmed and nothing has reduced since
-- (decisions 204 and 209). What was never confirmed by an amount counts as it is owed. Whoever asks says which invoices count.
create function confirmed_left(outstanding numeric, confirmed numeric, adjusted numeric, debited numeric, paid numeric)
returns numeric language sql immutable parallel safe as $$
  select greatest(0, least(outstanding,
    coalesce(confirmed + unconfirmed_reduced(outstanding + adjusted + paid, confirmed, adjusted + debited) - adjusted - paid, outstanding)))
$$;

create or replace function financeable_amount(doc_status text, finance_status text, outstanding numeric, confirmed numeric, adjusted numeric, debited numeric, paid numeric)
returns numeric language sql immutable parallel safe as $$
  select case when doc_status = 'CONFIRMED' and finance_status = 'UNFINANCED' and outstanding > 0
    then confirmed_left(outstanding, confirmed, adjusted, debited, paid) else 0 end
$$;
