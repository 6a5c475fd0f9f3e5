-- What is left of a receipt may be kept for the same conversion once more, as it may pay the same order (1212). Keeping it holds the receipt
-- locked and adds up what was taken of it.
drop index repayment_top_up_once;
create index repayment_top_up on repayment (top_up_of) where top_up_of is not null;
