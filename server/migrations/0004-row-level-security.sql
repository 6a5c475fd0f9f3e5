-- The application connects as a role that cannot bypass these policies. Plain comparisons with transaction-local settings.

do $$
declare t text;
begin
  -- Rows naming supplier, buyer and funder.
  foreach t in array array['purchase_order','invoice_adjustment','invoice_payment','workflow_instance','pricing_offer','relationship','pool','recourse_claim','repayment','payment'] loop
    execute format('alter table %I enable row level security; alter table %I force row level security', t, t);
  end loop;
end $$;

create policy seen on purchase_order using (supplier_id = app_company() or (buyer_id = app_company() and doc_status <> 'DRAFT') or funder_id = app_company() or app_all());
create policy seen on invoice_adjustment using (supplier_id = app_company() or buyer_id = app_company() or funder_id = app_company() or app_all());
create policy seen on invoice_payment using (supplier_id = app_company() or buyer_id = app_company() or funder_id = app_company() or app_all());
create policy seen on workflow_instance using (maker_company_id = app_company() or supplier_id = app_company() or buyer_id = app_company() or funder_id = app_company() or app_all());
create policy seen on pricing_offer using (supplier_id = app_company() or app_all());
create policy seen on relationship using (supplier_id = app_company() or buyer_id = app_company() or app_all());
create policy seen on pool using (supplier_id = app_company() or funder_id = app_company() or app_all());
create policy seen on recourse_claim using (supplier_id = app_company() or funder_id = app_company() or app_all());
create policy seen on repayment using (supplier_id = app_company() or buyer_id = app_company() or funder_id = app_company() or app_all());
create policy seen on payment using (supplier_id = app_company() or buyer_id = app_company() or funder_id = app_company() or payee_company_id = app_company() or app_all());

alter table invoice enable row level security; alter table invoice force row level security;
create policy seen on invoice using (supplier_id = app_company() or (buyer_id = app_company() and buyer_visible) or funder_id = app_company() or app_all());

alter table finance_order enable row level security; alter table finance_order force row level security;
create policy seen on finance_order using (supplier_id = app_company() or (buyer_id = app_company() and disclosed and submitted_at is not null) or (funder_id = app_company() and submitted_at is not null) or app_all());
alter table finance_order_item enable row level security; alter table finance_order_item force row level security;
create policy seen on finance_order_item using (supplier_id = app_company() or (buyer_id = app_company() and buyer_visible) or funder_id = app_company() or app_all());
alter table contract enable row level security; alter table contract force row level security;
create policy seen on contract using (supplier_id = app_company() or (buyer_id = app_company() and buyer_visible) or funder_id = app_company() or app_all());
alter table collection enable row level security; alter table collection force row level security;
create policy seen on collection using (funder_id = app_company() or payer_company_id = app_company() or app_all());
alter table credit_limit enable row level security; alter table credit_limit force row level security;
create policy seen on credit_limit using (supplier_id = app_company() or funder_id = app_company() or (type = 'BUYER' and buyer_id = app_company()) or app_all());

alter table bank_account enable row level security; alter table bank_account force row level security;
create policy seen on bank_account using (company_id = app_company() or app_all());
alter table stored_file enable row level security; alter table stored_file force row level security;
create policy seen on stored_file using (company_id = app_company() or app_all());
alter table notification enable row level security; alter table notification force row level security;
create policy seen on notification for select using (user_id = app_user() or (user_id is null and company_id = app_company()) or app_system());
create policy read_by on notification for update using (user_id = app_user() or (user_id is null and company_id = app_company()) or app_system());
-- Anybody's action may tell another company: writing is free, reading is not.
create policy told on notification for insert with check (true);
alter table import_job enable row level security; alter table import_job force row level security;
create policy seen on import_job using (company_id = app_company() or app_all());
alter table workflow_task enable row level security; alter table workflow_task force row level security;
create policy seen on workflow_task using (company_id = app_company() or app_all());
alter table posting enable row level security; alter table posting force row level security;
create policy seen on posting using (owner_id = app_company() or app_all());
alter table ledger_balance enable row level security; alter table ledger_balance force row level security;
create policy seen on ledger_balance using (owner_id = app_company() or app_all());

-- Rows that hang on an order or an instance are seen exactly when that is seen.
do $$
declare t text;
begin
  foreach t in array array['order_fee','fee_adjustment','rate_period','interest_accrual','allocation'] loop
    execute format('alter table %I enable row level security; alter table %I force row level security', t, t);
    execute format('create policy seen on %I using (app_all() or exists (select 1 from finance_order o where o.id = order_id))', t);
  end loop;
end $$;
alter table purchase_order_item enable row level security; alter table purchase_order_item force row level security;
create policy seen on purchase_order_item using (app_all() or exists (select 1 from purchase_order o where o.id = purchase_order_id));
alter table contract_signatory enable row level security; alter table contract_signatory force row level security;
create policy seen on contract_signatory using (app_all() or exists (select 1 from contract c where c.id = contract_id));
alter table workflow_history enable row level security; alter table workflow_history force row level security;
create policy seen on workflow_history using (app_all() or exists (select 1 from workflow_instance i where i.id = instance_id));
alter table pool_asset enable row level security; alter table pool_asset force row level security;
create policy seen on pool_asset using (app_all() or exists (select 1 from pool p where p.id = pool_id));
alter table journal enable row level security; alter table journal force row level security;
create policy seen on journal using (app_all() or exists (select 1 from posting p where p.journal_id = journal.id));
alter table attachment enable row level security; alter table attachment force row level security;
create policy seen on attachment using (app_all()
  or (owner_type = 'INVOICE' and exists (select 1 from invoice i where i.id = owner_id))
  or (owner_type = 'PO' and exists (select 1 from purchase_order i where i.id = owner_id))
  or (owner_type = 'FINANCE_ORDER' and exists (select 1 from finance_order i where i.id = owner_id))
  or (owner_type = 'COMPANY' and owner_id = app_company()));

-- The application's role: no superuser, no bypass, and never DELETE on history.
do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'usance_app') then
    create role usance_app nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
end $$;
grant usage on schema public to usance_app;
grant select, insert, update on all tables in schema public to usance_app;
grant delete on login_nonce, login_attempt, user_preference, idempotency, outbox, holiday, pool_asset, purchase_order_item, finance_order_item, order_fee, attachment, relationship, fee_rule to usance_app;
revoke update on audit_log, audit_seal, journal, posting, ledger_balance from usance_app;
revoke insert on ledger_balance from usance_app;
grant usage on all sequences in schema public to usance_app;
alter default privileges in schema public grant select, insert, update on tables to usance_app;
alter default privileges in schema public grant usage on sequences to usance_app;
