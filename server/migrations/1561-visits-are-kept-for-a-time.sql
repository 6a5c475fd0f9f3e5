-- What people do in the portal is kept for a time, and only so much of a day (decision 250).
create index user_analysis_session_age on user_analysis_session (created_at);
create index user_analysis_session_of_visitors on user_analysis_session (created_at) where user_id is null;
create index user_analysis_event_age on user_analysis_event (created_at);
create index user_analysis_event_of_visitors on user_analysis_event (created_at) where user_id is null;
create index user_analysis_event_session on user_analysis_event (session_id) where session_id is not null;
create policy purged on user_analysis_session for delete using ((select app_system()));
create policy purged on user_analysis_event for delete using ((select app_system()));
grant delete on user_analysis_session, user_analysis_event to usance_app;

-- How much of a day is kept of each who tells of it: a user, a visitor, an address, and all visitors together.
create table visit_count (
  day date not null,
  teller text not null,
  kept integer not null,
  primary key (day, teller)
);
alter table visit_count enable row level security;
alter table visit_count force row level security;
create policy counted on visit_count using ((select app_system()));
grant select, insert, update, delete on visit_count to usance_app;

-- Counts rows for each of the tellers and answers whether they are kept; nothing is counted where one of them has its most for the day.
create function count_visits(p_tellers text[], p_most integer[], p_rows integer) returns boolean
language plpgsql set app.scope = 'system' as $$
begin
  if exists (select from unnest(p_tellers, p_most) as t (teller, most)
      join visit_count c on c.day = app_now()::date and c.teller = t.teller where c.kept + p_rows > t.most) then
    return false;
  end if;
  -- In one order, so that two callers never wait for each other.
  insert into visit_count (day, teller, kept)
    select app_now()::date, t.teller, p_rows from unnest(p_tellers) as t (teller) order by t.teller
    on conflict (day, teller) do update set kept = visit_count.kept + excluded.kept;
  return true;
end $$;
