-- The papers of orders, invoices and purchase orders in groups that staff configure with a second person.

create table paper_set (
  id uuid primary key,
  kind text not null check (kind in ('FINANCE_ORDER','INVOICE','PO')),
  -- Of one product, which only orders have; without it, of all that have no set of their own.
  product_id uuid references financing_product,
  groups jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default app_now(),
  updated_by uuid references app_user,
  check (product_id is null or kind = 'FINANCE_ORDER')
);
create unique index paper_set_once on paper_set (kind, coalesce(product_id, '00000000-0000-0000-0000-000000000000'));
grant select, insert, update on paper_set to usance_app;

alter table config_change drop constraint config_change_kind_check;
alter table config_change add constraint config_change_kind_check
  check (kind in ('PRODUCT','RATE','FX','LIMIT','HOLIDAY','ROLE','WORKFLOW','COMMISSION','RELATIONSHIP','PRICING','PAPER'));

-- Whose paper it is, its place among those chosen with it, the how-manieth state of its group it came with, who took it out.
alter table attachment add column company_id uuid references company;
alter table attachment add column seq integer not null default 0;
alter table attachment add column version integer not null default 1;
alter table attachment add column removed_by uuid references app_user;
update attachment a set company_id = f.company_id from stored_file f where f.object_key = a.object_key;
