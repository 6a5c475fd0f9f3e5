-- Staff who only introduce companies (BD) read the rows of the companies that they introduced, whatever table holds them. The
-- policies restrict: they add nothing to what anybody else sees, and work that the server has authorised itself passes them.
create or replace function app_all() returns boolean language sql stable parallel safe as
  $$ select coalesce(current_setting('app.scope', true), '') in ('staff', 'partner', 'system') $$;
create function app_partner() returns uuid language sql stable parallel safe as
  $$ select case when current_setting('app.scope', true) = 'partner' then nullif(current_setting('app.user', true), '')::uuid end $$;
create function introduced() returns setof uuid language sql stable parallel safe as
  $$ select id from company where bd_user_id = app_partner() $$;

create function restrict_partner(of_table regclass, names text) returns void language plpgsql as $$
begin
  execute format('create policy introduced on %s as restrictive for select using ((select app_partner()) is null or %s)', of_table, names);
end $$;
do $$
declare
  one record;
begin
  -- Rows that name their parties. Rows of the operator itself, such as its own files, stay readable.
  for one in
    select c.oid::regclass as of_table, string_agg(case a.attname
        when 'company_id' then 'company_id = (select app_company()) or company_id in (select introduced())'
        when 'maker_company_id' then 'maker_company_id = (select app_company()) or maker_company_id in (select introduced())'
        else format('%I in (select introduced())', a.attname) end, ' or ' order by a.attnum) as names
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relrowsecurity and c.relkind in ('r', 'p')
      and a.attname in ('supplier_id', 'buyer_id', 'funder_id', 'company_id', 'maker_company_id', 'payer_company_id', 'payee_company_id')
      and c.relname not in ('notification', 'user_change', 'workflow_task', 'workflow_history', 'buyer_watch', 'daily_position')
    group by c.oid
  loop
    perform restrict_partner(one.of_table, one.names);
  end loop;
  -- Rows of an order; what a policy asks of the order is asked under the policies of orders.
  for one in
    select c.oid::regclass as of_table from pg_class c where c.relnamespace = 'public'::regnamespace
      and c.relname in ('allocation', 'discount_release', 'fee_adjustment', 'finance_order_price', 'interest_accrual', 'order_fee',
        'rate_period', 'write_off')
  loop
    perform restrict_partner(one.of_table, 'exists (select 1 from finance_order o where o.id = order_id)');
  end loop;
end $$;
select restrict_partner('journal', 'exists (select 1 from finance_order o where o.id = order_id) or exists (select 1 from invoice i where i.id = invoice_id)');
select restrict_partner('posting', 'owner_id in (select introduced()) or exists (select 1 from finance_order o where o.id = order_id)');
select restrict_partner('ledger_balance', 'owner_id in (select introduced()) or exists (select 1 from finance_order o where o.id = order_id)');
select restrict_partner('purchase_order_item', 'exists (select 1 from purchase_order o where o.id = purchase_order_id)');
select restrict_partner('pool_asset', 'exists (select 1 from pool p where p.id = pool_id)');
select restrict_partner('pool_position', 'exists (select 1 from pool p where p.id = pool_id)');
select restrict_partner('reserve_release', 'exists (select 1 from payment p where p.id = payment_id)');
select restrict_partner('daily_position', 'funder_id in (select introduced())');
select restrict_partner('workflow_history', 'exists (select 1 from workflow_instance i where i.id = instance_id)');
drop function restrict_partner(regclass, text);
