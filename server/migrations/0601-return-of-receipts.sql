-- Money that nobody could match goes back to its sender, who need not be a company of the portal.
alter table payment add column collection_id uuid references collection;
alter table payment add column payee_name text;
alter table payment add column payee_account text;
alter table payment add column payee_bank_code text;
alter table payment add column reason text;
alter table payment alter column payee_company_id drop not null;
alter table payment drop constraint payment_type_check;
alter table payment add constraint payment_type_check check (type in ('FUNDING','RELEASE','REFUND','FEE_REMIT','RECEIPT_RETURN'));
alter table payment add constraint payment_payee check (
  case when type = 'RECEIPT_RETURN' then collection_id is not null and payee_name is not null and payee_account is not null and payee_bank_code is not null
       else payee_company_id is not null end);
create unique index payment_one_return on payment (collection_id) where type = 'RECEIPT_RETURN' and status <> 'CANCELLED';
