-- The seat in which an approval was last submitted: what comes back is corrected in it.
alter table workflow_instance add column maker_role text;
