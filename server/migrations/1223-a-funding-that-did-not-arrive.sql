-- A funding that did not arrive leaves no rate in force: the order has a rate again when it is funded.
grant delete on rate_period to usance_app;
