-- Orders that started to run, or were booked again, while their day was closing: the close looks at each of them once more before the
-- day moves, so that no night of theirs is left out.
create table started_late (
  order_id uuid primary key references finance_order,
  business_date date not null
);
grant delete on started_late to usance_app;
