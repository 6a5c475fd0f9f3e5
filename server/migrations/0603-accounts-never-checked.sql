-- An account from before the check of changes that could not be enabled then cannot be enabled now: it is entered again.
update bank_account set approval = 'REJECTED'
where approval = 'PASSED' and status = 'DISABLE' and not can_enable and cooling_until is null;
