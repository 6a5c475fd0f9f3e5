-- The lines of a draft as they were typed, while one of them is not whole yet; those that are whole also stand in their table.
alter table purchase_order add column draft_items jsonb check (jsonb_typeof(draft_items) = 'array');
