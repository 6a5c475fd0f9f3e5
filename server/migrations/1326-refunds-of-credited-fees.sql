-- The refund of a credited fee was entered as made by whoever agreed to the credit, so that they could not pass it too: its maker is
-- the author of the credit. What is in approval keeps the makers that it was sent with.
create function name_authors_of_refunds() returns void language sql set app.scope = 'system' as $$
  update payment p set created_by = a.created_by from fee_adjustment a
    where a.id = p.fee_adjustment_id and a.created_by is not null and p.status <> 'PAID' and p.created_by is distinct from a.created_by;
$$;
select name_authors_of_refunds();
drop function name_authors_of_refunds();
