-- Accounts that companies add or change: approved after a call-back, and not paid to before their cooling-off is over.
alter table bank_account add column approval text not null default 'PASSED' check (approval in ('IN_APPROVE','PASSED','REJECTED','REFUSED'));
-- A changed account is a new row; the old one is switched off when the new one is enabled.
alter table bank_account add column replaces_id uuid references bank_account;

-- Who called whom on which number before money may go to an account. Never changed, never deleted.
create table bank_account_call_back (
  id uuid primary key,
  bank_account_id uuid not null references bank_account,
  called_name text not null,
  phone text not null,
  number_from text not null check (number_from in ('COMPANY_RECORD','CONTRACT','PUBLIC_REGISTER')),
  called_at timestamptz not null,
  outcome text not null check (outcome in ('CONFIRMED','DENIED')),
  note text not null default '',
  caller_id uuid not null,
  created_at timestamptz not null default app_now()
);
create index bank_account_call_back_account on bank_account_call_back (bank_account_id, created_at);
alter table bank_account_call_back enable row level security; alter table bank_account_call_back force row level security;
create policy seen on bank_account_call_back using (app_all());
grant select, insert on bank_account_call_back to usance_app;
