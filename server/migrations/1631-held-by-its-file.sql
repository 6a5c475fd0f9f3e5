-- A transfer of the file that holds a paid payment is the payment's own, though the bank's report on it is unclear (decision 269): the one by
-- hand is not counted beside it.
create or replace function payment_takes(p payment) returns numeric language sql stable set app.scope = 'system' as $$
  select greatest(p.amount, coalesce(sum(t.amount), 0) + case when p.status = 'PAID' and bool_or(t.is_own) is not true then p.amount else 0 end)
  from (
    select i.amount, bool_or(i.live or (i.amount = p.amount and not i.unclear
        and (i.instructed_on is null or i.instructed_on = p.instructed_on))) as is_own
    from payment_file_item i join payment_file f on f.id = i.file_id
    where i.payment_id = p.id
      and ((not i.live and i.status in ('PENDING', 'ACCEPTED')) or (i.live and i.status <> 'REJECTED' and f.taken_at is not null))
    group by i.end_to_end_id, i.amount) t $$;
