-- An adjustment in approval ends with its invoice: it went on to its approvers after the invoice was cancelled, and could not be passed.
create function end_adjustments_of_cancelled() returns void language sql set app.scope = 'system' as $$
  with ended as (
    update invoice_adjustment a set status = 'REFUSED' from invoice i
    where i.id = a.invoice_id and i.doc_status = 'CANCELLED' and a.status = 'IN_APPROVE' returning a.id),
  withdrawn as (
    update workflow_instance w set status = 'WITHDRAWN', current_node = null, ended_at = app_now()
    where w.business_type = 'INVOICE_ADJUSTMENT' and w.status = 'IN_APPROVE' and w.business_id in (select id from ended) returning w.id)
  update workflow_task t set status = 'CANCELLED' where t.status = 'OPEN' and t.instance_id in (select id from withdrawn)
$$;
select end_adjustments_of_cancelled();
drop function end_adjustments_of_cancelled();

-- Whatever cancels an invoice ends its adjustments in the same transaction.
create function refuse_adjustments_of_cancelled() returns trigger language plpgsql set app.scope = 'system' as $$
begin
  if exists (select from invoice_adjustment where invoice_id = new.id and status = 'IN_APPROVE') then
    raise exception 'an adjustment in approval ends with its invoice' using errcode = 'P0001';
  end if;
  return null;
end $$;
create constraint trigger adjustments_end after update of doc_status on invoice deferrable initially deferred for each row
  when (old.doc_status <> 'CANCELLED' and new.doc_status = 'CANCELLED') execute function refuse_adjustments_of_cancelled();
