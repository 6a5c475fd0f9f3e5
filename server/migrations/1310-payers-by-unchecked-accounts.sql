-- An account that somebody had only entered, and that was never approved, named its company as the payer of what came from that number.
-- Receipts that still wait to be used lose such a payer, and the suggestion that rested on it. Those that a checked account, the name
-- of the payer or its own number names as well keep it.
create function clear_unchecked_payers() returns void language sql set app.scope = 'system' as $$
  update collection c set payer_company_id = null, version = c.version + 1,
    match_reason = case when c.match_reason like 'AMOUNT %' then null else c.match_reason end
  where c.payer_company_id is not null and c.status in ('RECEIVED', 'UNIDENTIFIED')
    and not exists (select from repayment r where r.collection_id = c.id and r.status not in ('REVERSED', 'REFUSED'))
    and not exists (select from payment p where p.collection_id = c.id and p.status <> 'CANCELLED')
    and exists (select from bank_account a
      where a.company_id = c.payer_company_id and a.bank_account = c.payer_account and a.approval <> 'PASSED' and a.created_at <= c.created_at)
    and not exists (select from bank_account a
      where a.company_id = c.payer_company_id and a.bank_account = c.payer_account and a.approval = 'PASSED')
    and not exists (select from company n where n.id = c.payer_company_id and lower(n.name) = lower(c.payer_name))
    and not exists (select from virtual_account v
      where v.bank_account_id = c.bank_account_id and v.payer_company_id = c.payer_company_id
        and position(regexp_replace(upper(v.number), '[^A-Z0-9]', '', 'g') in regexp_replace(upper(c.raw_text), '[^A-Z0-9]', '', 'g')) > 0);
$$;
select clear_unchecked_payers();
drop function clear_unchecked_payers();
