-- Each invoice that is sent is looked for among those of other suppliers to its buyer: one debt may be claimed twice.
create index invoice_buyer_number on invoice (buyer_id, norm_no) where doc_status <> 'CANCELLED';
