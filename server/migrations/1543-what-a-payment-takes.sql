-- What a payment takes of where it is drafted of (decision 234): its own amount, or what the bank has of it where that is more. A file keeps
-- what it told the bank, though the payment is of another amount by now. What files carried under one reference at one amount is one transfer;
-- one that the books show of a paid payment is not counted beside it. A company that reads what is left sees no payment file.
create function payment_takes(p payment) returns numeric language sql stable set app.scope = 'system' as $$
  select greatest(p.amount, coalesce(sum(t.amount), 0) + case when p.status = 'PAID' and bool_or(t.is_own) is not true then p.amount else 0 end)
  from (
    select i.amount, bool_or(i.amount = p.amount and not i.unclear and (i.live or i.instructed_on is null or i.instructed_on = p.instructed_on)) as is_own
    from payment_file_item i join payment_file f on f.id = i.file_id
    where i.payment_id = p.id
      and ((not i.live and i.status in ('PENDING', 'ACCEPTED')) or (i.live and i.status <> 'REJECTED' and f.taken_at is not null))
    group by i.end_to_end_id, i.amount) t $$;
