-- Signs that two invoices are one: the number of their tax invoice, the invoices that a document names as preceding it, and what they were
-- compared by before one of their companies took another registration number.
alter table invoice add column norm_tax_no text;
alter table invoice add column named_nos text[] not null default '{}';
alter table invoice add column former_prints bytea[] not null default '{}';
create function norm_tax_nos() returns void language sql set app.scope = 'system' as $$
  update invoice set norm_tax_no = upper(regexp_replace(normalize(tax_invoice_no, NFKC), '[^[:alnum:]]', '', 'g'))
  where tax_invoice_no ~ '[1-9]';
$$;
select norm_tax_nos();
drop function norm_tax_nos();
create index invoice_tax_no on invoice (supplier_id, norm_tax_no) where norm_tax_no is not null;
create index invoice_named on invoice using gin (named_nos) where named_nos <> '{}';
create index invoice_former on invoice using gin (former_prints) where former_prints <> '{}';
