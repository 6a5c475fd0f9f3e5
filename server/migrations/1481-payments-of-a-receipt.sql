-- What was sent back of a receipt is looked up by the receipt, whatever became of it.
create index payment_collection on payment (collection_id) where collection_id is not null;
