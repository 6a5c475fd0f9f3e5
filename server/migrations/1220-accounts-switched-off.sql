-- When an account that money went to was switched off; null while it is on, and before it was ever on. One that was reported stolen
-- was switched on again by one person without a word. It now needs a call-back of its own, later than this.
alter table bank_account add column disabled_at timestamptz;
update bank_account set disabled_at = updated_at where status = 'DISABLE' and can_enable;
