-- Reserve that 1337 named as owed back for losses from before it may be within the tolerance, where it is no debt. The tolerances that
-- ship are the program's: the next start judges these rows once, by the tolerances of that day, and no later loss.
alter table write_off add column owed_back_judged boolean not null default true;

create function judge_reserve_owed_back() returns void language sql set app.scope = 'system' as $$
  update write_off set owed_back_judged = false where owed_back <> 0;
$$;
select judge_reserve_owed_back();
drop function judge_reserve_owed_back();
