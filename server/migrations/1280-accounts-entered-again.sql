-- An account that was sent back or refused barred its company from ever entering the right one under the same number. The bar holds among
-- accounts that are being approved or have been; who entered one wrongly enters it again.
alter table bank_account drop constraint bank_account_company_id_bank_account_bank_code_key;
create unique index bank_account_known on bank_account (company_id, bank_account, bank_code) where approval in ('IN_APPROVE', 'PASSED');

-- A bank's head office has two spellings of one BIC: with eight characters, or with XXX behind them (ISO 9362).
create function full_bic(bic text) returns text language sql immutable parallel safe
  as $$ select case when length(btrim(bic)) = 8 then upper(btrim(bic)) || 'XXX' else upper(btrim(bic)) end $$;
-- An account number as it is compared, without the hyphens of its bank.
create function plain_account(number text) returns text language sql immutable parallel safe
  as $$ select upper(replace(number, '-', '')) $$;
