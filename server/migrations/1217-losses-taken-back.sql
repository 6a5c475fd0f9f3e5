-- A write-off is over where a receipt of an earlier day leaves nothing to lose (decision 139).
alter table write_off drop constraint write_off_status_check;
alter table write_off add constraint write_off_status_check check (status in ('IN_APPROVE','PASSED','REJECTED','REFUSED','TAKEN_BACK'));
