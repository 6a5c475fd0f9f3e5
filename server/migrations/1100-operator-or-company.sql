-- A person works for the operator or for trading companies. An administrator alone could give one of the staff a company's seat,
-- and the person then decided for the operator on the orders of that company. Whoever has seats on both sides already keeps them
-- until one side is ended; the start and `npm run verify` name them.
create function refuse_both_sides() returns trigger language plpgsql set app.scope = 'system' as $$
begin
  if new.status <> 'ENABLE' then return null; end if;
  if tg_op = 'UPDATE' then
    if old.status = 'ENABLE' and old.user_id = new.user_id and old.company_id = new.company_id then return null; end if;
  end if;
  -- Two seats given at the same moment run one after the other.
  perform from app_user where id = new.user_id for no key update;
  if exists (select from user_company_role r join company c on c.id = r.company_id
      where r.user_id = new.user_id and r.status = 'ENABLE'
        and c.is_platform <> (select is_platform from company where id = new.company_id)) then
    raise exception 'a person works for the operator or for companies' using errcode = 'P0001';
  end if;
  return null;
end $$;
create trigger one_side after insert or update on user_company_role for each row execute function refuse_both_sides();
