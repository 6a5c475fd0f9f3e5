-- Whoever buys a receivable sees what was paid and taken off before, or its figures would not add up: the lines of an
-- invoice name the funder that the invoice names.
create function lines_follow_funder() returns trigger language plpgsql set app.scope = 'system' as $$
begin
  update invoice_payment set funder_id = new.funder_id where invoice_id = new.id and funder_id is distinct from new.funder_id;
  update invoice_adjustment set funder_id = new.funder_id where invoice_id = new.id and funder_id is distinct from new.funder_id;
  return null;
end $$;
create trigger lines_follow_funder after update of funder_id on invoice for each row
  when (old.funder_id is distinct from new.funder_id) execute function lines_follow_funder();
update invoice_payment p set funder_id = i.funder_id from invoice i where i.id = p.invoice_id and p.funder_id is distinct from i.funder_id;
update invoice_adjustment a set funder_id = i.funder_id from invoice i where i.id = a.invoice_id and a.funder_id is distinct from i.funder_id;
