-- The identity and the standing of an admitted company change by the decision of a second person (decision 132).
alter table config_change drop constraint config_change_kind_check;
alter table config_change add constraint config_change_kind_check
  check (kind in ('PRODUCT','RATE','FX','LIMIT','HOLIDAY','ROLE','WORKFLOW','COMMISSION','RELATIONSHIP','PRICING','PAPER','TOLERANCE','PARTNER','COMPANY'));
