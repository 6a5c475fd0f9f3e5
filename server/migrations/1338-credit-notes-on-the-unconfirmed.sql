-- A credit note takes off first what of an invoice its buyer has not confirmed: that leaves the confirmed amount as it is (decision 204).
create function unconfirmed_reduced(amount numeric, confirmed numeric, adjusted numeric) returns numeric language sql immutable parallel safe as $$
  select least(greatest(adjusted, 0), coalesce(greatest(amount - confirmed, 0), 0)) $$;

create or replace function financeable_amount(doc_status text, finance_status text, outstanding numeric, confirmed numeric, adjusted numeric, paid numeric)
returns numeric language sql immutable parallel safe as $$
  select case when doc_status = 'CONFIRMED' and finance_status = 'UNFINANCED' and outstanding > 0 then greatest(0, least(outstanding,
    coalesce(confirmed + unconfirmed_reduced(outstanding + adjusted + paid, confirmed, adjusted) - adjusted - paid, outstanding))) else 0 end
$$;

-- The sums that are kept of it are built anew.
delete from receivable_advance_rate;
delete from receivable_advance_change;
delete from receivable_advance;
