-- The number of an approval names one object. The approvals of adjustments were named by invoice number and reference, which
-- suppliers choose: two of them could share one name, and the decision on one fell on the other. Adjustments and write-offs get
-- numbers of the portal. A number that an approval took stays that of its object, whatever kind of object comes later, and no
-- number that a company chose is taken.
alter table invoice_adjustment add column no text;
alter table write_off add column no text;

create function number_approvals() returns void language plpgsql set app.scope = 'system' as $$
declare
  about record;
begin
  for about in select * from (values ('invoice_adjustment', 'IA'), ('write_off', 'WO')) as t (name, prefix) loop
    execute format($q$
      update %1$I t set no = n.series || '-' || lpad(n.at::text, greatest(6, length(n.at::text)), '0')
      from (select id, %2$L || '-' || to_char(created_at, 'YYYY') as series,
        row_number() over (partition by to_char(created_at, 'YYYY') order by created_at, id) as at from %1$I) n where n.id = t.id$q$,
      about.name, about.prefix);
    execute format($q$
      insert into number_series (series, last)
      select %2$L || '-' || to_char(created_at, 'YYYY'), count(*) from %1$I group by 1$q$, about.name, about.prefix);
    execute format($q$
      update workflow_instance i set business_no = t.no from %1$I t where i.business_id = t.id and i.business_no <> t.no$q$, about.name);
  end loop;
end $$;
select number_approvals();
drop function number_approvals();

alter table invoice_adjustment alter column no set not null, add unique (no),
  alter column no set default next_number('IA', to_char(app_now(), 'YYYY'));
alter table write_off alter column no set not null, add unique (no),
  alter column no set default next_number('WO', to_char(app_now(), 'YYYY'));

create table approval_number (
  business_no text primary key check (business_no ~ '^[A-Z]+-([0-9]{4}-[0-9]{6,}|[0-9A-F]{12})$'),
  business_id uuid not null,
  unique (business_no, business_id)
);
grant select, insert on approval_number to usance_app;

-- Messages lead to the approval of their object, by its id.
create function name_approvals() returns void language sql set app.scope = 'system' as $$
  insert into approval_number (business_no, business_id) select distinct business_no, business_id from workflow_instance;
  update notification n set link = regexp_replace(n.link, '^/approval/[^/]*/(approve|edit|view)\?businessType=[A-Z_]+',
      '/approval/' || i.business_no || '/\1?businessType=' || i.business_type || '&businessId=' || i.business_id)
    from (select distinct business_type, business_id, business_no from workflow_instance) i
    where n.object_type = i.business_type and n.object_id = i.business_id::text
      and n.link ~ '^/approval/[^/]*/(approve|edit|view)\?businessType=' and n.link not like '%businessId=%';
$$;
select name_approvals();
drop function name_approvals();
alter table workflow_instance
  add foreign key (business_no, business_id) references approval_number (business_no, business_id);
