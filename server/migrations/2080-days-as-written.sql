-- The day of a booking that tells its time and zone is the day in the operator's zone. What was booked before has the day that its file wrote,
-- under which it is known when the same statement is read again (decision 294).
alter table collection add column day_as_written boolean not null default true;
alter table collection alter column day_as_written set default false;
alter table payment_return_line add column day_as_written boolean not null default true;
alter table payment_return_line alter column day_as_written set default false;
