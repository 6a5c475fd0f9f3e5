-- A payment leaves for an account of its payee, and an order names an account of its supplier: the database refuses any other.
-- Rows from before are kept as they are; instructing one of them asks the same question again.
alter table bank_account add constraint bank_account_of_company unique (company_id, id);
alter table payment add constraint payment_account_of_payee foreign key (payee_company_id, to_account_id)
  references bank_account (company_id, id) not valid;
alter table payment add constraint payment_account_has_payee check (to_account_id is null or payee_company_id is not null) not valid;
alter table payment add constraint payment_account_of_funder foreign key (funder_id, from_account_id)
  references bank_account (company_id, id) not valid;
alter table finance_order add constraint order_account_of_supplier foreign key (supplier_id, payee_bank_account_id)
  references bank_account (company_id, id) not valid;
