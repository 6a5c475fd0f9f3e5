-- Money on an account that takes interest only pays costs and interest; what was chosen with the account is kept for the match.
alter table collection add column fund_source text not null default 'COLLECTION' check (fund_source in ('INTEREST','COLLECTION'));
