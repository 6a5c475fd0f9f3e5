-- Values that the code chooses from a list, and the database took as any text.
alter table finance_order add check (right_confirm_party in ('BUYER','SUPPLIER','NONE'));
alter table order_fee
  add check (code in ('HANDLING','SERVICE','PLATFORM','FUNDER','BANK','EARLY')),
  add check (basis in ('FLAT','PER_INVOICE','PCT_FACE','PCT_ADVANCE','PCT_PA_ADVANCE')),
  add check (beneficiary in ('PLATFORM','FUNDER')),
  add check (timing in ('FUNDING','SETTLEMENT'));
