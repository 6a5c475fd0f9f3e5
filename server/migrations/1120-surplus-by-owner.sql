-- Decision 116: a buyer's receipt on a loan or a drawing pays at most its debt on the invoices behind it.

-- Of a surplus, what is the supplier's: paid on invoices of a pool beyond the drawing. The rest goes back to the payer.
alter table repayment add column for_supplier amt not null default 0;
-- Whether the receipt pays at most what its buyer owes on the invoices behind a loan; older receipts keep the rule of their day.
alter table repayment add column within_debt boolean not null default false;
update repayment r set for_supplier = r.surplus from finance_order o where o.id = r.order_id and o.pool_id is not null and r.surplus > 0;
alter table repayment add constraint repayment_for_supplier check (for_supplier >= 0 and for_supplier <= surplus);

-- A refund that pays the surplus of a pool to its supplier.
alter table payment add column of_pool boolean not null default false;
update payment p set of_pool = true from finance_order o
  where o.id = p.order_id and o.pool_id is not null and p.type = 'REFUND' and p.repayment_id is not null;
alter table payment add constraint payment_of_pool check (not of_pool or (type = 'REFUND' and repayment_id is not null));

alter table allocation drop constraint allocation_component_check;
alter table allocation add constraint allocation_component_check
  check (component in ('COST','PENALTY','FEE','INTEREST','PRINCIPAL','RESERVE','SURPLUS','BUYER_FEE','REFUND','REMAINDER'));
update allocation a set component = 'SURPLUS' from repayment r join finance_order o on o.id = r.order_id
  where r.id = a.repayment_id and o.pool_id is not null and a.component = 'REFUND';
