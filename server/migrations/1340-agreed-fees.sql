-- Submitted orders keep the fees of their product as they are at the upgrade, as the other terms that were agreed (decision 171): those
-- that wait for their payment, and those whose payment may come back. Drafts are priced when they are submitted.
create function keep_agreed_fees() returns void language sql set app.scope = 'system' as $$
  update finance_order o set agreed_terms = o.agreed_terms || jsonb_build_object('fees', coalesce((
      select jsonb_agg(jsonb_build_object('code', f.code, 'basis', f.basis, 'value', f.value::text, 'minAmount', f.min_amount::text,
        'maxAmount', f.max_amount::text, 'taxPct', f.tax_pct::text, 'payer', f.payer, 'beneficiary', f.beneficiary, 'timing', f.timing)
        order by f.code)
      from fee_rule f where f.product_id = o.product_id and (f.currency is null or f.currency = o.currency)), '[]'::jsonb))
    where o.agreed_terms is not null and o.submitted_at is not null;
$$;
select keep_agreed_fees();
drop function keep_agreed_fees();
