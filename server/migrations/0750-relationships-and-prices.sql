-- Who trades with whom, and at which price a product is offered to a supplier, are changed by approval too.
alter table config_change drop constraint config_change_kind_check;
alter table config_change add constraint config_change_kind_check
  check (kind in ('PRODUCT','RATE','FX','LIMIT','HOLIDAY','ROLE','WORKFLOW','COMMISSION','RELATIONSHIP','PRICING'));
