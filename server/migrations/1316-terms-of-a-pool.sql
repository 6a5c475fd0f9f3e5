-- A pool keeps the terms that were agreed when it was opened (decision 181). Pools that run keep those that their product has at the upgrade.
alter table pool add column advance_rate pct, add column concentration_pct pct, add column dilution_threshold pct,
  add column max_tenor integer, add column disclosed boolean;
create function keep_terms_of_pools() returns void language sql set app.scope = 'system' as $$
  update pool p set advance_rate = f.advance_rate, concentration_pct = f.concentration_pct, dilution_threshold = f.dilution_threshold,
      max_tenor = f.max_tenor, disclosed = f.disclosed
    from financing_product f where f.id = p.product_id;
$$;
select keep_terms_of_pools();
drop function keep_terms_of_pools();
alter table pool alter column advance_rate set not null, alter column dilution_threshold set not null,
  alter column max_tenor set not null, alter column disclosed set not null;
