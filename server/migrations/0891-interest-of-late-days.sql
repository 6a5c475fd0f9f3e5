-- Interest deducted for days on which the money was not out yet is given back by the payment that came late, as an early
-- repayment gives back what it does not use.
alter table discount_release alter column repayment_id drop not null, add column payment_id uuid references payment,
  add constraint discount_release_cause check (num_nonnulls(repayment_id, payment_id) = 1);
