-- A note that was refused is entered again, corrected, under its own number.
alter table invoice_adjustment drop constraint invoice_adjustment_invoice_id_ref_no_key;
create unique index invoice_adjustment_ref on invoice_adjustment (invoice_id, ref_no) where status <> 'REFUSED';
