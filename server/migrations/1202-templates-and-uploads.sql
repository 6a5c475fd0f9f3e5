-- A new version of a contract template is passed by a second person (decision 133).
alter table config_change drop constraint config_change_kind_check;
alter table config_change add constraint config_change_kind_check
  check (kind in ('PRODUCT','RATE','FX','LIMIT','HOLIDAY','ROLE','WORKFLOW','COMMISSION','RELATIONSHIP','PRICING','PAPER','TOLERANCE','PARTNER','COMPANY','TEMPLATE'));

-- What a person has uploaded within a day is bounded.
create index stored_file_of_uploader on stored_file (uploaded_by, created_at);
