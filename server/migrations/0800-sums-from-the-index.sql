-- What is owed is read from the index alone, and the last dated day stands at the end of one.
drop index receivable_day_owed;
create index receivable_day_owed on receivable_day (supplier_id, currency, day) include (buyer_id, buyer_visible, owed_due, open_due) where owed_due <> 0;
create index receivable_day_dated on receivable_day (supplier_id, currency, day) where invoiced <> 0 or reduced <> 0 or paid <> 0;
