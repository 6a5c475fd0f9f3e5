-- A receipt and a virtual account belong to the funder that holds the account: the database refuses any other. Rows of before are
-- kept as they are; `npm run verify` names those in the book of a company that is no funder.
alter table collection add constraint collection_account_of_funder foreign key (funder_id, bank_account_id)
  references bank_account (company_id, id) not valid;
alter table virtual_account add constraint virtual_account_of_funder foreign key (funder_id, bank_account_id)
  references bank_account (company_id, id) not valid;
alter table collection add column funder_role text not null generated always as ('FUNDER') stored;
alter table collection add constraint collection_of_funder foreign key (funder_id, funder_role)
  references company_role (company_id, role) not valid;
alter table virtual_account add column funder_role text not null generated always as ('FUNDER') stored;
alter table virtual_account add constraint virtual_account_of_a_funder foreign key (funder_id, funder_role)
  references company_role (company_id, role) not valid;
