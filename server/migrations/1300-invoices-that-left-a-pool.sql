-- Whether an invoice may be cancelled asks which pools it was ever in; the index of what is in a pool now knows only the present.
create index pool_asset_invoice on pool_asset (invoice_id);
