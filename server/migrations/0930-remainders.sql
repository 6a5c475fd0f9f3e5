-- What a buyer leaves of a receivable whose financing is paid is waived against the supplier's reserve, within the tolerance.
alter table allocation drop constraint allocation_component_check;
alter table allocation add constraint allocation_component_check
  check (component in ('COST','PENALTY','FEE','INTEREST','PRINCIPAL','RESERVE','REMAINDER','BUYER_FEE','REFUND'));
create index invoice_remainder on invoice (currency, outstanding) where outstanding > 0 and paid_amount > 0;
