-- What of a discount the repayment of all principal earns: the difference of rounded nights and rounded parts. It was break costs.
alter table discount_release add column earned amt not null default 0 check (earned >= 0);
