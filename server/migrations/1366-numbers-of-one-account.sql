-- An account that its funder entered again is two rows and one account (decision 221): a receipt in the one row comes in on a number of
-- the other. Number and receipt are of one funder; that their rows are one account is judged where the receipt is recorded.
alter table virtual_account add constraint virtual_account_of_its_funder unique (id, funder_id);
alter table collection drop constraint collection_on_number;
alter table collection add constraint collection_on_number foreign key (virtual_account_id, funder_id)
  references virtual_account (id, funder_id);
alter table virtual_account drop constraint virtual_account_on_account;
