-- Parties' arrangements, trade documents, finance orders, contracts, payments, repayments.

create table bank_account (
  id uuid primary key,
  company_id uuid not null references company,
  account_name text not null,
  bank_name text not null,
  bank_name_en text,
  bank_account text not null,
  bank_code text not null,
  cnaps text,
  currency text not null,
  purpose text not null default 'BOTH' check (purpose in ('PAYMENT','COLLECTION','BOTH')),
  status text not null default 'DISABLE' check (status in ('ENABLE','DISABLE')),
  can_enable boolean not null default false,
  cooling_until timestamptz,
  name_reason text,
  verified_by uuid,
  verified_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  created_by uuid,
  updated_at timestamptz not null default app_now(),
  unique (company_id, bank_account, bank_code)
);

create table relationship (
  id uuid primary key,
  supplier_id uuid not null references company,
  buyer_id uuid not null references company,
  term_days integer not null default 60,
  disclosed boolean not null default true,
  confirm_mode text not null default 'MANUAL' check (confirm_mode in ('MANUAL','UPLOAD','NONE')),
  status text not null default 'ENABLE' check (status in ('ENABLE','DISABLE')),
  first_trade_date date,
  unique (supplier_id, buyer_id)
);

create table financing_product (
  id uuid primary key,
  code text not null unique,
  name text not null,
  name_cn text not null,
  type text not null check (type in ('RECEIVABLE_PURCHASE','PAYABLES_FINANCE','PO_FINANCE','POOL_FACTORING')),
  pool_kind text check (pool_kind in ('DBS','OWN')),
  funder_id uuid not null references company,
  currencies text[] not null,
  recourse boolean not null,
  disclosed boolean not null,
  right_confirm_party text not null check (right_confirm_party in ('BUYER','SUPPLIER','NONE')),
  advance_rate pct not null,
  min_tenor integer not null default 1,
  max_tenor integer not null default 180,
  interest_method text not null check (interest_method in ('IN_ADVANCE','IN_ARREARS')),
  discount_method text not null default 'STRAIGHT' check (discount_method in ('STRAIGHT','YIELD')),
  rate_type text not null default 'FLOATING' check (rate_type in ('FLOATING','FIXED')),
  base_rate_type text,
  margin pct not null,
  floor pct not null default 0,
  day_count text not null,
  reset_frequency text not null default 'NONE' check (reset_frequency in ('NONE','DAILY','MONTHLY')),
  lookback_bd integer not null default 2,
  grace_days integer not null default 5,
  penalty_mode text not null default 'RETROACTIVE' check (penalty_mode in ('RETROACTIVE','PROSPECTIVE')),
  penalty_margin pct,
  penalty_multiplier pct,
  calendars text[] not null default '{}',
  bd_convention text not null default 'FOLLOWING',
  accrual_shift text not null default 'SC' check (accrual_shift in ('SC','CS')),
  maturity_offset integer not null default 0,
  min_interest_days integer not null default 0,
  early_fee_pct pct not null default 0,
  break_days integer not null default 0,
  rebate_allowed boolean not null default true,
  concentration_pct pct,
  dilution_threshold pct not null default 5,
  fund_rate pct,
  fund_day_base integer check (fund_day_base in (360, 365)),
  arp_target_product uuid references financing_product,
  status text not null default 'ENABLE' check (status in ('ENABLE','DISABLE')),
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
create table fee_rule (
  id uuid primary key,
  product_id uuid not null references financing_product,
  code text not null check (code in ('HANDLING','SERVICE','PLATFORM','FUNDER','BANK','EARLY')),
  basis text not null check (basis in ('FLAT','PER_INVOICE','PCT_FACE','PCT_ADVANCE','PCT_PA_ADVANCE')),
  currency ccy,
  value numeric(20,6) not null,
  min_amount amt,
  max_amount amt,
  tax_pct pct not null default 0,
  payer text not null default 'SUPPLIER' check (payer in ('SUPPLIER','BUYER')),
  beneficiary text not null default 'PLATFORM' check (beneficiary in ('PLATFORM','FUNDER')),
  timing text not null default 'FUNDING' check (timing in ('FUNDING','SETTLEMENT'))
);
create unique index fee_rule_once on fee_rule (product_id, code, coalesce(currency::text, ''));

create table credit_limit (
  id uuid primary key,
  type text not null check (type in ('SUPPLIER_FACILITY','BUYER','RELATIONSHIP','FUNDER')),
  supplier_id uuid references company,
  buyer_id uuid references company,
  funder_id uuid references company,
  product_id uuid references financing_product,
  currency ccy not null,
  amount amt not null check (amount >= 0),
  effective_date date not null,
  expiry_date date not null,
  revolving boolean not null default true,
  status text not null default 'ENABLE' check (status in ('ENABLE','DISABLE')),
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
create index credit_limit_parties on credit_limit (type, supplier_id, buyer_id, funder_id);

create table pricing_offer (
  id uuid primary key,
  no text not null unique,
  supplier_id uuid not null references company,
  product_id uuid not null references financing_product,
  margin pct not null,
  fees jsonb not null default '[]',
  valid_until date not null,
  status text not null default 'OFFERED' check (status in ('OFFERED','ACCEPTED','REJECTED','EXPIRED')),
  version integer not null default 1,
  created_at timestamptz not null default app_now()
);

create table purchase_order (
  id uuid primary key,
  supplier_id uuid not null references company,
  buyer_id uuid not null references company,
  funder_id uuid references company,
  po_no text not null,
  order_date date not null,
  latest_ship_date date not null,
  currency ccy not null,
  amount amt not null check (amount > 0),
  payment_term_days integer not null default 60,
  doc_status text not null default 'DRAFT' check (doc_status in ('DRAFT','SUBMITTED','CONFIRMED','CLOSED','CANCELLED')),
  finance_status text check (finance_status in ('FINANCED','SETTLED','OVERDUE')),
  invoiced_amount amt not null default 0,
  financed_amount amt not null default 0,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  created_by uuid,
  updated_at timestamptz not null default app_now(),
  updated_by uuid
);
create unique index purchase_order_no on purchase_order (supplier_id, buyer_id, upper(po_no)) where doc_status <> 'CANCELLED';
create index purchase_order_supplier on purchase_order (supplier_id, created_at desc);
create index purchase_order_buyer on purchase_order (buyer_id, created_at desc);
create table purchase_order_item (
  id uuid primary key,
  purchase_order_id uuid not null references purchase_order,
  line integer not null,
  sku text,
  description text not null,
  qty numeric(18,4) not null check (qty > 0 and qty <> 'NaN'),
  unit text not null default 'PCS',
  unit_price numeric(20,6) not null check (unit_price >= 0 and unit_price <> 'NaN'),
  shipped_qty numeric(18,4) not null default 0,
  unique (purchase_order_id, line),
  check (shipped_qty >= 0 and shipped_qty <= qty)
);

create table invoice (
  id uuid primary key,
  supplier_id uuid not null references company,
  buyer_id uuid not null references company,
  funder_id uuid references company,
  invoice_no text not null,
  norm_no text not null,
  tax_invoice_no text,
  purchase_order_id uuid references purchase_order,
  issue_date date not null,
  due_date date not null,
  currency ccy not null,
  amount amt not null check (amount > 0),
  confirmed_amount amt,
  adjusted_amount amt not null default 0,
  paid_amount amt not null default 0,
  -- Kept by the same statements that change the parts: what the buyer still owes.
  outstanding amt generated always as (amount - adjusted_amount - paid_amount) stored,
  doc_status text not null default 'DRAFT' check (doc_status in ('DRAFT','SUBMITTED','CONFIRMED','DISPUTED','CLOSED','CANCELLED')),
  pay_status text not null default 'UNPAID' check (pay_status in ('UNPAID','PARTIAL','PAID','WRITTEN_OFF')),
  finance_status text not null default 'UNFINANCED' check (finance_status in ('UNFINANCED','LOCKED','FINANCED','SETTLED','OVERDUE')),
  fp1 bytea not null,
  fp2 bytea not null,
  fp3 bytea not null,
  risk_flags text[] not null default '{}',
  buyer_visible boolean not null default false,
  source text not null default 'FORM' check (source in ('FORM','EXCEL','EINVOICE','OCR','BUYER')),
  ocr jsonb,
  dispute_reason text,
  return_comment text,
  remark text,
  submitted_at timestamptz,
  confirmed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  created_by uuid,
  updated_at timestamptz not null default app_now(),
  updated_by uuid,
  check (issue_date <= due_date),
  check (adjusted_amount + paid_amount <= amount + 0),
  check (confirmed_amount is null or confirmed_amount <= amount)
);
-- One live invoice per fingerprint, whoever holds it: row-level security cannot hide this index.
create unique index invoice_fp1_live on invoice (fp1) where doc_status <> 'CANCELLED';
create unique index invoice_number on invoice (supplier_id, buyer_id, norm_no, issue_date) where doc_status <> 'CANCELLED';
create index invoice_fp2 on invoice (fp2);
create index invoice_fp3 on invoice (fp3);
create index invoice_supplier_issue on invoice (supplier_id, issue_date desc, id);
create index invoice_supplier_status on invoice (supplier_id, doc_status, issue_date desc);
create index invoice_buyer_issue on invoice (buyer_id, issue_date desc, id);
create index invoice_buyer_status on invoice (buyer_id, doc_status, issue_date desc);
create index invoice_funder on invoice (funder_id, issue_date desc) where funder_id is not null;
create index invoice_due on invoice (supplier_id, currency, due_date) where outstanding > 0;

create table invoice_adjustment (
  id uuid primary key,
  invoice_id uuid not null references invoice,
  supplier_id uuid not null references company,
  buyer_id uuid not null references company,
  funder_id uuid references company,
  ref_no text not null,
  type text not null check (type in ('CREDIT_NOTE','DEDUCTION','RETURN','REBATE','SHORT_PAY','DEBIT_NOTE')),
  currency ccy not null,
  amount amt not null check (amount > 0),
  adjustment_date date not null,
  reason text,
  status text not null default 'IN_APPROVE' check (status in ('DRAFT','IN_APPROVE','PASSED','REJECTED','REFUSED')),
  absorbed_by_reserve amt not null default 0,
  charged_to_supplier amt not null default 0,
  created_at timestamptz not null default app_now(),
  created_by uuid,
  unique (invoice_id, ref_no)
);
create index invoice_adjustment_supplier on invoice_adjustment (supplier_id, adjustment_date);
create index invoice_adjustment_buyer on invoice_adjustment (buyer_id, adjustment_date);

create table finance_order (
  id uuid primary key,
  order_no text not null unique,
  type text not null check (type in ('RECEIVABLE_PURCHASE','PAYABLES_FINANCE','PO_FINANCE','POOL_FACTORING')),
  product_id uuid not null references financing_product,
  supplier_id uuid not null references company,
  buyer_id uuid references company,
  funder_id uuid not null references company,
  currency ccy not null,
  finance_amount amt not null check (finance_amount >= 0),
  face_amount amt not null default 0,
  net_amount amt not null default 0,
  interest_amount amt not null default 0,
  fee_amount amt not null default 0,
  reserve_amount amt not null default 0,
  status text not null check (status in ('DRAFT','SUBMITTED','IN_APPROVE','PASSED','RIGHT_CONFIRMED','FUNDING','FUNDED','PARTIALLY_REPAID','OVERDUE','SETTLED','CONVERTED','WRITTEN_OFF','REJECTED','REFUSED','REVOKED','EXPIRED')),
  requested_funding_date date not null,
  funding_date date,
  maturity date,
  rate pct,
  principal_outstanding amt not null default 0 check (principal_outstanding >= 0),
  -- The trial calculation exactly as the supplier accepted it, with every explanation.
  pricing jsonb not null,
  pricing_hash text not null,
  content_hash text,
  payee_bank_account_id uuid references bank_account,
  arp_of_order_id uuid references finance_order,
  disclosed boolean not null,
  recourse boolean not null,
  right_confirm_party text not null,
  warnings text[] not null default '{}',
  submitted_at timestamptz,
  submitted_by uuid,
  passed_at timestamptz,
  right_confirmed_at timestamptz,
  funded_at timestamptz,
  settled_on date,
  valid_until date,
  registry_no text,
  registry_at timestamptz,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  created_by uuid,
  updated_at timestamptz not null default app_now(),
  updated_by uuid
);
create index finance_order_supplier on finance_order (supplier_id, created_at desc, id);
create index finance_order_funder on finance_order (funder_id, created_at desc, id);
create index finance_order_buyer on finance_order (buyer_id, created_at desc, id);
create index finance_order_status on finance_order (status, maturity);
create index finance_order_parent on finance_order (arp_of_order_id) where arp_of_order_id is not null;

create table finance_order_item (
  id uuid primary key,
  order_id uuid not null references finance_order,
  doc_type text not null check (doc_type in ('INVOICE','PO')),
  invoice_id uuid references invoice,
  purchase_order_id uuid references purchase_order,
  doc_no text not null,
  supplier_id uuid not null references company,
  buyer_id uuid references company,
  funder_id uuid not null references company,
  buyer_visible boolean not null default false,
  face amt not null,
  adjustments amt not null default 0,
  paid amt not null default 0,
  eligible amt not null,
  advance_rate pct not null,
  apply_amount amt not null check (apply_amount > 0),
  reserve amt not null default 0,
  interest amt not null default 0,
  maturity date not null,
  due_date date not null,
  principal_outstanding amt not null default 0 check (principal_outstanding >= 0),
  active boolean not null default false,
  seq integer not null,
  check ((doc_type = 'INVOICE') = (invoice_id is not null)),
  check ((doc_type = 'PO') = (purchase_order_id is not null))
);
-- One receivable is never financed twice, whatever happens at the same moment.
create unique index finance_order_item_invoice_once on finance_order_item (invoice_id) where active and invoice_id is not null;
create unique index finance_order_item_po_once on finance_order_item (purchase_order_id) where active and purchase_order_id is not null;
create index finance_order_item_order on finance_order_item (order_id);
create index finance_order_item_invoice on finance_order_item (invoice_id);
create index finance_order_item_po on finance_order_item (purchase_order_id);

create table order_fee (
  id uuid primary key,
  order_id uuid not null references finance_order,
  item_id uuid references finance_order_item,
  code text not null,
  basis text not null,
  value numeric(20,6) not null,
  base amt not null,
  amount amt not null,
  tax amt not null default 0,
  payer text not null,
  beneficiary text not null,
  timing text not null,
  charged boolean not null default false
);
create index order_fee_order on order_fee (order_id);
create table fee_adjustment (
  id uuid primary key,
  order_fee_id uuid not null references order_fee,
  order_id uuid not null references finance_order,
  delta amt not null,
  reason text not null,
  status text not null default 'IN_APPROVE' check (status in ('IN_APPROVE','PASSED','REJECTED','REFUSED')),
  created_at timestamptz not null default app_now(),
  created_by uuid
);

create table rate_period (
  id uuid primary key,
  order_id uuid not null references finance_order,
  from_date date not null,
  to_date date,
  base_rate_type text,
  fixing_date date,
  fixing pct,
  margin pct not null,
  rate pct not null,
  unique (order_id, from_date)
);
create table interest_accrual (
  id uuid primary key,
  order_id uuid not null references finance_order,
  item_id uuid not null references finance_order_item,
  accrual_date date not null,
  component text not null check (component in ('INTEREST','SPREAD','PENALTY','FUND')),
  principal amt not null,
  rate pct not null,
  raw numeric(24,10) not null check (raw <> 'NaN'),
  cumulative numeric(28,10) not null check (cumulative <> 'NaN'),
  posted amt not null,
  reversed boolean not null default false,
  seq integer not null default 0
);
-- Each accrual is posted once.
create unique index interest_accrual_once on interest_accrual (item_id, accrual_date, component, seq);
create index interest_accrual_order on interest_accrual (order_id, accrual_date);

create table attachment (
  id uuid primary key,
  owner_type text not null,
  owner_id uuid not null,
  group_code text not null,
  object_key text not null references stored_file (object_key),
  file_name text not null,
  sha256 text not null,
  created_at timestamptz not null default app_now(),
  created_by uuid,
  removed_at timestamptz,
  unique (owner_type, owner_id, group_code, object_key)
);
create index attachment_owner on attachment (owner_type, owner_id);
create index attachment_sha on attachment (sha256);

create table contract_template (
  id uuid primary key,
  code text not null,
  name text not null,
  name_cn text not null,
  version integer not null default 1,
  body_en text not null,
  body_cn text not null,
  signatories text[] not null,
  product_types text[] not null default '{}',
  status text not null default 'ENABLE' check (status in ('ENABLE','DISABLE')),
  created_at timestamptz not null default app_now(),
  unique (code, version)
);
create table contract (
  id uuid primary key,
  no text not null unique,
  template_id uuid not null references contract_template,
  name text not null,
  order_id uuid references finance_order,
  supplier_id uuid references company,
  buyer_id uuid references company,
  funder_id uuid references company,
  buyer_visible boolean not null default false,
  status text not null default 'DRAFT' check (status in ('DRAFT','PENDING_SIGN','PARTIALLY_SIGNED','SIGNED','EXPIRED','TERMINATED','VOID')),
  content_en text not null,
  content_cn text not null,
  object_key text,
  sha256 text,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  signed_at timestamptz
);
create index contract_order on contract (order_id);
create table contract_signatory (
  id uuid primary key,
  contract_id uuid not null references contract,
  company_id uuid not null references company,
  party text not null,
  user_id uuid references app_user,
  signed_name text,
  signed_at timestamptz,
  method text,
  ip text,
  sha256 text,
  unique (contract_id, company_id, party)
);

create table payment (
  id uuid primary key,
  no text not null unique,
  type text not null check (type in ('FUNDING','RELEASE','REFUND','FEE_REMIT')),
  order_id uuid references finance_order,
  repayment_id uuid,
  supplier_id uuid references company,
  buyer_id uuid references company,
  funder_id uuid not null references company,
  payee_company_id uuid not null references company,
  from_account_id uuid references bank_account,
  to_account_id uuid references bank_account,
  amount amt not null check (amount > 0),
  currency ccy not null,
  due_date date,
  value_date date,
  bank_ref text,
  status text not null default 'DRAFT' check (status in ('DRAFT','IN_APPROVE','INSTRUCTED','PAID','FAILED','CANCELLED')),
  fail_reason text,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  created_by uuid,
  instructed_by uuid,
  paid_by uuid,
  updated_at timestamptz not null default app_now()
);
create unique index payment_bank_ref on payment (funder_id, bank_ref) where bank_ref is not null;
create unique index payment_one_live_funding on payment (order_id) where type = 'FUNDING' and status in ('DRAFT','IN_APPROVE','INSTRUCTED','PAID');
create index payment_order on payment (order_id);

create table collection (
  id uuid primary key,
  no text not null unique,
  bank_account_id uuid not null references bank_account,
  funder_id uuid not null references company,
  bank_ref text not null,
  value_date date not null,
  amount amt not null check (amount > 0),
  currency ccy not null,
  payer_name text,
  payer_account text,
  payer_company_id uuid references company,
  raw_text text,
  status text not null default 'RECEIVED' check (status in ('RECEIVED','MATCHED','ALLOCATED','UNIDENTIFIED','REFUNDED')),
  match_reason text,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  created_by uuid,
  unique (bank_account_id, bank_ref, value_date, amount)
);
create table repayment (
  id uuid primary key,
  no text not null unique,
  collection_id uuid references collection,
  order_id uuid references finance_order,
  supplier_id uuid references company,
  buyer_id uuid references company,
  funder_id uuid not null references company,
  payer_role text not null check (payer_role in ('BUYER','SUPPLIER','ARP')),
  amount amt not null check (amount > 0),
  currency ccy not null,
  value_date date not null,
  fund_source text not null default 'COLLECTION' check (fund_source in ('INTEREST','COLLECTION')),
  status text not null default 'DRAFT' check (status in ('DRAFT','IN_APPROVE','PASSED','POSTED','REVERSED','REJECTED','REFUSED')),
  surplus amt not null default 0,
  reversal_of_id uuid references repayment,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  created_by uuid,
  posted_at timestamptz
);
create index repayment_order on repayment (order_id);
create table allocation (
  id uuid primary key,
  repayment_id uuid not null references repayment,
  order_id uuid not null references finance_order,
  item_id uuid references finance_order_item,
  invoice_id uuid references invoice,
  component text not null check (component in ('COST','PENALTY','FEE','INTEREST','PRINCIPAL','RESERVE','REFUND')),
  amount amt not null check (amount > 0),
  reversed boolean not null default false,
  created_at timestamptz not null default app_now()
);
create index allocation_repayment on allocation (repayment_id);
create index allocation_order on allocation (order_id);
-- Cash the buyer paid on an invoice, financed or not.
create table invoice_payment (
  id uuid primary key,
  invoice_id uuid not null references invoice,
  supplier_id uuid not null references company,
  buyer_id uuid not null references company,
  funder_id uuid references company,
  repayment_id uuid references repayment,
  currency ccy not null,
  amount amt not null check (amount <> 0),
  pay_date date not null,
  reference text,
  created_at timestamptz not null default app_now()
);
create index invoice_payment_invoice on invoice_payment (invoice_id);
create index invoice_payment_supplier on invoice_payment (supplier_id, currency, pay_date);
create index invoice_payment_buyer on invoice_payment (buyer_id, currency, pay_date);
create table recourse_claim (
  id uuid primary key,
  order_id uuid not null references finance_order,
  item_id uuid references finance_order_item,
  supplier_id uuid not null references company,
  funder_id uuid not null references company,
  currency ccy not null,
  amount amt not null check (amount > 0),
  paid_amount amt not null default 0,
  due_date date not null,
  reason text not null,
  status text not null default 'OPEN' check (status in ('OPEN','PAID','CANCELLED')),
  created_at timestamptz not null default app_now()
);

create table pool (
  id uuid primary key,
  code text not null unique,
  product_id uuid not null references financing_product,
  supplier_id uuid not null references company,
  funder_id uuid not null references company,
  currency ccy not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE','CLOSED')),
  created_at timestamptz not null default app_now()
);
create table pool_asset (
  id uuid primary key,
  pool_id uuid not null references pool,
  invoice_id uuid not null references invoice,
  eligibility text not null default 'ELIGIBLE' check (eligibility in ('ELIGIBLE','EXCLUDED')),
  excluded_reason text,
  assigned_at timestamptz not null default app_now(),
  released_at timestamptz
);
create unique index pool_asset_once on pool_asset (invoice_id) where released_at is null;

-- Approval flows.
create table workflow_definition (
  id uuid primary key,
  business_type text not null,
  version integer not null default 1,
  steps jsonb not null,
  status text not null default 'ENABLE' check (status in ('ENABLE','DISABLE')),
  created_at timestamptz not null default app_now(),
  created_by uuid,
  unique (business_type, version)
);
create table workflow_instance (
  id uuid primary key,
  business_type text not null,
  business_id uuid not null,
  business_no text not null,
  title jsonb not null default '{}',
  definition_id uuid references workflow_definition,
  steps jsonb not null,
  round integer not null default 1,
  current_seq integer not null,
  current_node text,
  status text not null default 'IN_APPROVE' check (status in ('IN_APPROVE','PASSED','REJECTED','REFUSED','WITHDRAWN')),
  content_hash text not null,
  maker_id uuid,
  maker_company_id uuid,
  supplier_id uuid references company,
  buyer_id uuid references company,
  funder_id uuid references company,
  amount amt,
  currency ccy,
  link text,
  created_at timestamptz not null default app_now(),
  ended_at timestamptz
);
create unique index workflow_instance_live on workflow_instance (business_type, business_id) where status = 'IN_APPROVE';
create index workflow_instance_no on workflow_instance (business_no);
create table workflow_task (
  id uuid primary key,
  instance_id uuid not null references workflow_instance,
  seq integer not null,
  node_name text not null,
  candidate_role text not null,
  company_id uuid not null references company,
  status text not null default 'OPEN' check (status in ('OPEN','PASSED','REJECTED','REFUSED','CANCELLED')),
  due_at timestamptz,
  decided_by uuid,
  decided_at timestamptz,
  created_at timestamptz not null default app_now()
);
create index workflow_task_open on workflow_task (company_id, candidate_role) where status = 'OPEN';
create index workflow_task_instance on workflow_task (instance_id);
-- One person acts once in an instance and round.
create table workflow_history (
  id uuid primary key,
  instance_id uuid not null references workflow_instance,
  task_id uuid references workflow_task,
  round integer not null,
  node_name text not null,
  user_id uuid,
  assignee_name text not null,
  on_behalf_of text,
  company_id uuid,
  operation text not null,
  audit_comment text,
  update_time timestamptz not null default app_now()
);
create unique index workflow_history_once on workflow_history (instance_id, round, user_id) where operation in ('PASSED','REJECTED','REFUSED');
create index workflow_history_instance on workflow_history (instance_id, update_time);
create table delegation (
  id uuid primary key,
  from_user_id uuid not null references app_user,
  to_user_id uuid not null references app_user,
  company_id uuid not null references company,
  from_date date not null,
  to_date date not null,
  created_at timestamptz not null default app_now()
);
create table risk_flag (
  id uuid primary key,
  object_type text not null,
  object_id uuid not null,
  rule text not null,
  severity text not null check (severity in ('BLOCK','TASK','WARNING')),
  detail jsonb not null default '{}',
  status text not null default 'OPEN' check (status in ('OPEN','CLEARED','CONFIRMED')),
  cleared_by uuid,
  cleared_at timestamptz,
  comment text,
  created_at timestamptz not null default app_now()
);
create index risk_flag_object on risk_flag (object_type, object_id);

create table import_job (
  id uuid primary key,
  kind text not null,
  company_id uuid not null references company,
  user_id uuid not null references app_user,
  object_key text not null,
  state text not null default 'QUEUED' check (state in ('QUEUED','RUNNING','DONE','FAILED')),
  done integer not null default 0,
  total integer not null default 0,
  successful_number integer not null default 0,
  error_number integer not null default 0,
  error_object_key text,
  message text,
  created_at timestamptz not null default app_now(),
  finished_at timestamptz
);
