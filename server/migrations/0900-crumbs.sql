-- A remainder within the tolerance of its currency is let go at the close of a day: it pays the order as a receipt does, and is
-- none. Nobody has made it and it can only be judged anew.
alter table repayment drop constraint repayment_payer_role_check;
alter table repayment add constraint repayment_payer_role_check check (payer_role in ('BUYER','SUPPLIER','ARP','WAIVER'));
alter table repayment add constraint repayment_waiver check (payer_role <> 'WAIVER' or (collection_id is null and surplus = 0 and status in ('POSTED','REVERSED')));
alter table allocation drop constraint allocation_source_check;
alter table allocation add constraint allocation_source_check check (source in ('RECEIPT','REBATE','ARP','WAIVER'));
create index repayment_waiver on repayment (order_id) where payer_role = 'WAIVER' and status = 'POSTED';

-- How much of a remainder is let go, by currency. A currency that nobody has set has the tolerance that ships.
create table tolerance (
  currency ccy primary key,
  total amt not null check (total >= 0),
  principal amt not null check (principal between 0 and total),
  version integer not null default 1,
  updated_at timestamptz not null default app_now()
);
grant select, insert, update on tolerance to usance_app;

alter table config_change drop constraint config_change_kind_check;
alter table config_change add constraint config_change_kind_check
  check (kind in ('PRODUCT','RATE','FX','LIMIT','HOLIDAY','ROLE','WORKFLOW','COMMISSION','RELATIONSHIP','PRICING','PAPER','TOLERANCE'));
