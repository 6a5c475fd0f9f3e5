-- What is outstanding is one definition for every list, total, export and figure: a draft or a cancelled invoice owes nothing.
-- PostgreSQL before 17 cannot change the expression of a column: there the column is made anew, with its indexes and
-- the views that read it.
do $$
declare
  owed constant text := 'case when is_counted(doc_status) then amount - adjusted_amount - paid_amount else 0 end';
  indexes text[];
  views text[];
  one text;
begin
  if current_setting('server_version_num')::int >= 170000 then
    execute format('alter table invoice alter column outstanding set expression as (%s)', owed);
    return;
  end if;
  select array_agg(distinct pg_get_indexdef(d.objid)) into indexes
    from pg_depend d
    join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    join pg_class c on c.oid = d.objid and c.relkind = 'i'
    where d.refobjid = 'invoice'::regclass and a.attname = 'outstanding';
  select array_agg(distinct format('create view %s%s as %s', c.oid::regclass,
      case when c.reloptions is null then '' else format(' with (%s)', array_to_string(c.reloptions, ', ')) end, pg_get_viewdef(c.oid))) into views
    from pg_depend d
    join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    join pg_rewrite r on r.oid = d.objid and d.classid = 'pg_rewrite'::regclass
    join pg_class c on c.oid = r.ev_class and c.relkind = 'v'
    where d.refobjid = 'invoice'::regclass and a.attname = 'outstanding';
  foreach one in array coalesce(views, '{}') loop
    execute format('drop view %s', substring(one from '^create view (\S+)'));
  end loop;
  alter table invoice drop column outstanding;
  execute format('alter table invoice add column outstanding amt generated always as (%s) stored', owed);
  foreach one in array coalesce(indexes, '{}') || coalesce(views, '{}') loop
    execute one;
  end loop;
end $$;

-- Days past due need something owed. The same as overdueDaysOf of the domain; a test compares both.
create function overdue_days(owed numeric, due date, on_day date) returns integer language sql immutable parallel safe
  return case when owed > 0 then greatest(on_day - due, 0) else 0 end;
