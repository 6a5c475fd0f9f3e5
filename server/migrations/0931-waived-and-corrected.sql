-- What was let go is told as waived wherever it reads like a payment.
alter table recourse_claim drop constraint recourse_claim_status_check;
alter table recourse_claim add constraint recourse_claim_status_check check (status in ('OPEN','PAID','WAIVED','CANCELLED'));
alter table recourse_claim add column waived_amount amt not null default 0;
alter table invoice_payment add column waived boolean not null default false;

create function tell_waivers() returns void language sql set app.scope = 'system' as $$
  update invoice_payment p set waived = true from repayment r where r.id = p.repayment_id and r.payer_role = 'WAIVER';
  with waived as (
    select j.order_id, sum(p.amount) as amount from journal j join posting p on p.journal_id = j.id
    where j.event = 'WAIVER' and p.book = 'F' and p.account = '1300' and p.side = 'C' and j.reversal_of is null
      and not exists (select from journal m where m.reversal_of = j.id) group by 1),
  last as (
    select distinct on (c.order_id) c.id, w.amount from recourse_claim c join waived w on w.order_id = c.order_id
    where c.status = 'PAID' and c.amount >= w.amount order by c.order_id, c.due_date desc, c.id desc)
  update recourse_claim c set status = 'WAIVED', waived_amount = l.amount from last l where l.id = c.id;
$$;
select tell_waivers();
drop function tell_waivers();
