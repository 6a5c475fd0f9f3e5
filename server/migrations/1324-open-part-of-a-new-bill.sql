-- The notice of a new fee bill says what of it is open. What was told before was open in full.
create function say_what_is_open() returns void language sql set app.scope = 'system' as $$
  update notification set params = params || jsonb_build_object('openAmount', params -> 'amount')
    where event = 'FEE_BILLED' and not params ? 'openAmount';
$$;
select say_what_is_open();
drop function say_what_is_open();
