-- What a payee owes back is asked for each paid return of a list (owed_back): the other returns of its receipt are found by it. The unique
-- index of returns holds those under way alone.
create index payment_returned on payment (collection_id) where type = 'RECEIPT_RETURN' and status = 'PAID';
