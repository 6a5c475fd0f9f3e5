-- What is left of a receipt is returned, and the rest of another time in another payment: one return at a time is under way.
drop index payment_one_return;
create unique index payment_one_return on payment (collection_id) where type = 'RECEIPT_RETURN' and status not in ('CANCELLED', 'PAID');

-- What is left of a receipt may pay the same order once more. The match holds the receipt locked and adds up what was taken of it.
drop index repayment_once;
create index repayment_of_receipt on repayment (collection_id) where collection_id is not null;
