-- On which bank account of the funder's book a payment is booked: 1000 when it leaves an account for payments, 1010 when it leaves one
-- for collections. Null on what an earlier version drafted, which is booked by its type as it was.
alter table payment add column from_bank text check (from_bank in ('1000', '1010'));
