-- 1338 emptied the kept sums of what may be financed. Row-level security keeps an owner that does not bypass it from doing so without
-- the system's scope. They are built anew.
select set_config('app.scope', 'system', true);
delete from receivable_advance_rate;
delete from receivable_advance_change;
delete from receivable_advance;
select set_config('app.scope', '', true);
