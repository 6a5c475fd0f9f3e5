-- Every caller who has not signed in counts on the same teller, `visitors`. In one row each of them waited for the transaction of the one
-- before, with a connection in hand. Its count lies in as many rows as callers were counting at once.
alter table visit_count add column part integer not null default 0;
alter table visit_count drop constraint visit_count_pkey, add primary key (day, teller, part);

create or replace function count_visits(p_tellers text[], p_most integer[], p_rows integer) returns boolean
language plpgsql set app.scope = 'system' as $$
declare
  shared constant text := 'visitors';
  free integer;
begin
  if exists (select from unnest(p_tellers, p_most) as t (teller, most)
      where (select sum(c.kept) from visit_count c where c.day = app_now()::date and c.teller = t.teller) + p_rows > t.most) then
    return false;
  end if;
  if shared = any (p_tellers) then
    select c.part into free from visit_count c where c.day = app_now()::date and c.teller = shared limit 1 for update skip locked;
    -- Where others hold every part, another one is begun.
    free := coalesce(free, floor(random() * 2147483647)::integer);
  end if;
  -- In one order, so that two callers never wait for each other.
  insert into visit_count (day, teller, part, kept)
    select app_now()::date, t.teller, case when t.teller = shared then free else 0 end, p_rows
    from unnest(p_tellers) as t (teller) order by t.teller
    on conflict (day, teller, part) do update set kept = visit_count.kept + excluded.kept;
  return true;
end $$;
