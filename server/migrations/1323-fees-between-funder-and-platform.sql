-- Whoever an approval names reads its history. The correction of a fee between funder and platform is no business of the supplier.
create function hide_fees_of_others() returns void language sql set app.scope = 'system' as $$
  update workflow_instance i set supplier_id = null
    where business_type = 'FEE_ADJUSTMENT' and supplier_id is not null
      and exists (select from fee_adjustment a join order_fee f on f.id = a.order_fee_id
        where a.id = i.business_id and f.payer in ('FUNDER', 'PLATFORM'));
$$;
select hide_fees_of_others();
drop function hide_fees_of_others();
