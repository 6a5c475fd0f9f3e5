-- A bank pays on the day that its last approver has passed a payment, or later. Payments from before have no such day.
alter table payment add column instructed_on date;
alter table payment add constraint payment_paid_after_instruction check (value_date is null or instructed_on is null or value_date >= instructed_on);
