-- The flows that approvals follow change by approval too.
alter table config_change drop constraint config_change_kind_check;
alter table config_change add constraint config_change_kind_check check (kind in ('PRODUCT','RATE','FX','LIMIT','HOLIDAY','ROLE','WORKFLOW'));
