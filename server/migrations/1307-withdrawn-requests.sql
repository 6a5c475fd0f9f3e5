-- Whoever put a change forward takes it back before it is decided, or when it has been sent back.
alter table invoice_adjustment drop constraint invoice_adjustment_status_check;
alter table invoice_adjustment add constraint invoice_adjustment_status_check
  check (status in ('DRAFT','IN_APPROVE','PASSED','REJECTED','REFUSED','WITHDRAWN'));
alter table fee_adjustment drop constraint fee_adjustment_status_check;
alter table fee_adjustment add constraint fee_adjustment_status_check
  check (status in ('IN_APPROVE','PASSED','REJECTED','REFUSED','WITHDRAWN'));
alter table write_off drop constraint write_off_status_check;
alter table write_off add constraint write_off_status_check
  check (status in ('IN_APPROVE','PASSED','REJECTED','REFUSED','TAKEN_BACK','WITHDRAWN'));
-- A note that was withdrawn frees its reference, as one that was refused does.
drop index invoice_adjustment_ref;
create unique index invoice_adjustment_ref on invoice_adjustment (invoice_id, ref_no) where status not in ('REFUSED','WITHDRAWN');
-- The approvals of an object, ended ones too: lists ask which company put it forward.
create index workflow_instance_object on workflow_instance (business_id);
