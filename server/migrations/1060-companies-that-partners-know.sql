-- A partner (staff who only introduce companies, BD) finds the companies that they introduced and those that trade with them or
-- finance them. Every other company is missing, whatever call looks it up, by id or by code. The functions run as the owner of the
-- tables, so that the policy of companies does not ask itself.
create or replace function introduced() returns setof uuid language sql stable parallel safe security definer set search_path = public as
  $$ select id from company where bd_user_id = app_partner() $$;
create function companies_known() returns setof uuid language sql stable parallel safe security definer set search_path = public as
  $$ select id from company where is_platform
     union select id from company where bd_user_id = app_partner()
     union select r.buyer_id from relationship r where r.supplier_id in (select introduced())
     union select r.supplier_id from relationship r where r.buyer_id in (select introduced())
     union select i.buyer_id from invoice i where i.supplier_id in (select introduced())
     union select i.supplier_id from invoice i where i.buyer_id in (select introduced())
     union select p.buyer_id from purchase_order p where p.supplier_id in (select introduced())
     union select p.supplier_id from purchase_order p where p.buyer_id in (select introduced())
     union select unnest(array[o.supplier_id, o.buyer_id, o.funder_id]) from finance_order o
       where o.supplier_id in (select introduced()) or o.buyer_id in (select introduced()) or o.funder_id in (select introduced())
     union select unnest(array[l.supplier_id, l.buyer_id, l.funder_id]) from credit_limit l
       where l.supplier_id in (select introduced()) or l.buyer_id in (select introduced()) or l.funder_id in (select introduced()) $$;
revoke all on function introduced(), companies_known() from public;
grant execute on function introduced(), companies_known() to usance_app;

alter table company enable row level security;
create policy everybody on company using (true) with check (true);
create policy introduced on company as restrictive for select
  using ((select app_partner()) is null or id in (select companies_known()));

-- Documents of identity: a partner reads the own, and those of the people of introduced companies.
create policy introduced on person_identity as restrictive for select
  using ((select app_partner()) is null or user_id = app_user()
    or user_id in (select r.user_id from user_company_role r where r.company_id in (select introduced())));

-- A partner writes no row of a company that they did not introduce either.
do $$
declare
  one record;
begin
  for one in
    select p.polrelid::regclass as of_table, pg_get_expr(p.polqual, p.polrelid) as rule
    from pg_policy p join pg_class c on c.oid = p.polrelid
    where p.polname = 'introduced' and c.relname not in ('notification', 'company')
  loop
    execute format('create policy introduced_only on %s as restrictive for insert with check (%s)', one.of_table, one.rule);
  end loop;
end $$;
