-- A receipt keeps the number that it came in on. What had come in on a number was counted by its payer and account, so that all other
-- transfers of the payer to that account stood there too.
alter table virtual_account add constraint virtual_account_on_account unique (id, bank_account_id);
alter table collection add column virtual_account_id uuid;
alter table collection add constraint collection_on_number foreign key (virtual_account_id, bank_account_id)
  references virtual_account (id, bank_account_id);
create index collection_virtual_account on collection (virtual_account_id) where virtual_account_id is not null;

-- Of earlier receipts it is the one number of their account that their text names as words of its own, as `namesNumber` reads it.
create function keep_numbers_of_receipts() returns void language sql set app.scope = 'system' as $$
  with named as (
    select c.id, (array_agg(v.id))[1] as number_id
    from collection c join virtual_account v on v.bank_account_id = c.bank_account_id
    where c.virtual_account_id is null and upper(regexp_replace(regexp_replace(c.raw_text,
        '(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE)\+', ' \1+ ', 'g'), '([[:lower:]])([[:upper:]])', '\1 \2', 'g'))
      ~ ('(^|[^A-Z0-9])' || array_to_string(string_to_array(regexp_replace(upper(v.number), '[^A-Z0-9]', '', 'g'), null), '[^A-Z0-9]*')
        || '($|[^A-Z0-9])')
    group by c.id having count(*) = 1)
  update collection c set virtual_account_id = named.number_id from named where named.id = c.id $$;
select keep_numbers_of_receipts();
drop function keep_numbers_of_receipts();

create or replace function receipt_certain(p_receipt uuid) returns boolean language sql stable set app.scope = 'system' as $$
  select exists (
    select 1 from repayment r
    where r.collection_id = p_receipt and r.status = 'POSTED'
      and payer_of(r.payer_role, r.payer_buyer_id, r.buyer_id, r.supplier_id, r.order_id) = app_company())
  or exists (
    select 1 from collection c join virtual_account v on v.id = c.virtual_account_id
    where c.id = p_receipt and v.payer_company_id = app_company()) $$;
